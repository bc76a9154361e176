import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the bytes of the files in a folder. A file with several names, as hard links have, counts once. */
export function diskUsage(dir: string): number {
  const sizes = new Map<number, number>();
  for (const entry of readdirSync(dir, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const { ino, size } = statSync(join(entry.parentPath, entry.name));
    sizes.set(ino, size);
  }
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}
