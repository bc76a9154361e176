import { existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprintFiles } from './fingerprint-files';
import { moveIntoPlace } from './move-into-place';

/**
 * Builds a folder from the files and folders `inputs`, or returns an existing build of the same inputs. Each state of
 * the inputs has its own folder in `parent`, so that programs that start at the same time, or run while the code
 * changes, do not affect each other.
 */
export async function buildOnce(
  parent: string,
  inputs: readonly string[],
  build: (workDir: string) => Promise<void>,
): Promise<string> {
  const dir = join(parent, fingerprintFiles(inputs));
  if (!existsSync(dir)) {
    const workDir = `${dir}.${process.pid}`;
    mkdirSync(workDir, { recursive: true });
    try {
      await build(workDir);
      moveIntoPlace(workDir, dir);
    } finally {
      rmSync(workDir, { recursive: true, force: true });
    }
    deleteOldBuilds(parent);
  }
  keepFresh(dir);
  return dir;
}

const buildsMax = 5;
const hourMs = 3_600_000;

/**
 * Keeps the folder's modification time recent. A runtime reads a bundle on the first call of the function, so the
 * folder must not be deleted while the process runs.
 */
function keepFresh(dir: string): void {
  const touch = () => utimesSync(dir, new Date(), new Date());
  touch();
  setInterval(touch, hourMs / 4).unref();
}

function deleteOldBuilds(parent: string): void {
  const byAge = readdirSync(parent)
    .map((name) => ({ path: join(parent, name), usedAt: statSync(join(parent, name)).mtimeMs }))
    .sort((a, b) => b.usedAt - a.usedAt);
  for (const { path, usedAt } of byAge.slice(buildsMax)) {
    if (usedAt < Date.now() - hourMs) rmSync(path, { recursive: true, force: true });
  }
}
