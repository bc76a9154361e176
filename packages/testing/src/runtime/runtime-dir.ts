import { createHash, randomUUID } from 'node:crypto';
import { lstatSync, mkdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { RuntimeProgram } from './find-program.ts';

/**
 * Returns the folder of the runtime, below the folder for temporary files. Processes of one project that use the same
 * program share a folder, unless `shared` is false. Names are short, because the path of a socket has at most 103 bytes.
 */
export function createRuntimeDir(program: RuntimeProgram, shared: boolean): string {
  const { uid, username } = userInfo();
  const parent = join(tmpdir(), `carrier-nest-${uid === -1 ? username : uid}`);
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  refuseForeignFolder(parent, uid);
  const name = shared ? hashOf([process.cwd(), program]) : hashOf(randomUUID());
  const runtimeDir = join(parent, name);
  mkdirSync(runtimeDir, { recursive: true });
  return runtimeDir;
}

const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12);

/** Another user of the machine could have created the folder, to read keys and mail. */
function refuseForeignFolder(path: string, uid: number): void {
  const stats = lstatSync(path);
  if (stats.isDirectory() && (uid === -1 || stats.uid === uid)) return;
  throw new Error(`The folder ${path} belongs to another user. Set TMPDIR to a folder of your own`);
}
