import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { rmSync, writeFileSync } from 'node:fs';

const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');

/**
 * Compiles the package in `folder` to its `dist`, once for `import` and once for `require`, each with its own types.
 * `options` are further options of the compiler. Ends the process if the package does not compile.
 */
export function compilePackage(folder, options = []) {
  rmSync(`${folder}dist`, { recursive: true, force: true });
  for (const [name, type, module] of [
    ['esm', 'module', 'es2022'],
    ['cjs', 'commonjs', 'commonjs'],
  ]) {
    const outDir = `${folder}dist/${name}`;
    const output = ['--noEmit', 'false', '--declaration', '--outDir', outDir, '--module', module];
    const args = [tsc, '--project', folder, ...options, ...output];
    if (spawnSync(process.execPath, args, { stdio: 'inherit' }).status !== 0) process.exit(1);
    writeFileSync(`${outDir}/package.json`, `${JSON.stringify({ type })}\n`);
  }
}
