import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { addDomain, startMail } from '../../test/local/support/start-mail';

const mails = 5_000;

/** Runs only-ses.ts in a separate process. Returns the CPU time per email, in ms, of a thread that only calls SES. */
export async function measureSesFloor(): Promise<number> {
  const dir = mkdtempSync(join(tmpdir(), 'floor-'));
  const mail = await startMail(dir);
  try {
    await addDomain(mail, 'bench.example');
    const args = [
      '--import',
      'tsx',
      'bench/campaigns/only-ses.ts',
      mail.endpoint,
      'desk@bench.example',
      `${mails}`,
    ];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    return Number(stdout);
  } finally {
    await mail.close();
    rmSync(dir, { recursive: true });
  }
}
