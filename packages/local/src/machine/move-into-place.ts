import { existsSync, renameSync, rmSync } from 'node:fs';

/** Renames a finished folder. If another process has already put an equal folder into place, keeps that folder. */
export function moveIntoPlace(workDir: string, dir: string): void {
  try {
    renameSync(workDir, dir);
  } catch (error) {
    if (!existsSync(dir)) throw error;
    rmSync(workDir, { recursive: true, force: true });
  }
}
