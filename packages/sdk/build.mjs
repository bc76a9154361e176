// Compiles the package twice, for `import` and for `require`, each with its own types.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');

rmSync(`${here}dist`, { recursive: true, force: true });
for (const [folder, type, module] of [
  ['esm', 'module', 'es2022'],
  ['cjs', 'commonjs', 'commonjs'],
]) {
  const outDir = `${here}dist/${folder}`;
  const output = ['--noEmit', 'false', '--declaration', '--outDir', outDir, '--module', module];
  const { status } = spawnSync(process.execPath, [tsc, '--project', here, ...output], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
  writeFileSync(`${outDir}/package.json`, `${JSON.stringify({ type })}\n`);
}
