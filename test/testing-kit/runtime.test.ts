import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startCarrierNest } from '../../packages/testing/src';
import { makeTempDir } from '../support/run/run-dir';
import { waitUntil } from '../support/wait-until';

// Runtimes keep their sockets and their data below the folder for temporary files.
const tempDir = makeTempDir();

interface Worker {
  process: ChildProcess;
  url: string;
  recipients: string[];
}

async function startWorker(to: string): Promise<Worker> {
  const args = ['--import', 'tsx', 'test/testing-kit/support/worker.ts', to];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, TMPDIR: tempDir, CARRIER_NEST_CLONE: '.' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  return { process: child, ...(JSON.parse(line) as Omit<Worker, 'process'>) };
}

async function kill(worker: Worker): Promise<void> {
  worker.process.kill('SIGKILL');
  await once(worker.process, 'exit');
}

const responds = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );

test('workers that start together share one runtime, and neither sees the email of the other (TK-1)', async () => {
  const workers = await Promise.all([startWorker('kim@example.com'), startWorker('lou@example.com')]);
  const [first, second] = workers;

  expect(first.url).toBe(second.url);
  expect(first.recipients).toEqual(['kim@example.com']);
  expect(second.recipients).toEqual(['lou@example.com']);

  await Promise.all(workers.map(kill));
});

test('the runtime outlives the worker that started it, and stops after the last worker is killed (TK-2)', async () => {
  const first = await startWorker('kim@example.com');
  const second = await startWorker('lou@example.com');

  await kill(first);
  // The runtime would have stopped by now if only the first worker kept it running.
  const third = await startWorker('kim@example.com');
  expect(third.url).toBe(second.url);
  expect(await responds(second.url)).toBe(true);

  await Promise.all([kill(second), kill(third)]);
  await waitUntil(
    async () => !(await responds(second.url)),
    () => 'The runtime did not stop',
  );
  const [user = ''] = readdirSync(tempDir).filter((name) => name.startsWith('carrier-nest-'));
  const [project = ''] = readdirSync(join(tempDir, user));
  await waitUntil(
    () => readdirSync(join(tempDir, user, project)).length === 0,
    () => `Files are left: ${readdirSync(join(tempDir, user, project)).join(', ')}`,
  );
});

test('a runtime that cannot start causes an error with its output (TK-3)', async () => {
  const clone = makeTempDir();
  mkdirSync(join(clone, 'packages/local/src'), { recursive: true });
  mkdirSync(join(clone, 'node_modules/tsx'), { recursive: true });
  writeFileSync(join(clone, 'node_modules/tsx/cjs.js'), '');
  writeFileSync(join(clone, 'packages/local/src/main.ts'), "throw 'Java is not installed'");

  await expect(startCarrierNest({ clone, shared: false })).rejects.toThrow(
    /^The local runtime did not become ready and exited with code 1\. Its output:\n[^]*Java is not installed/,
  );
});
