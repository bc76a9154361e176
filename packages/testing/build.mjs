// Compiles the package twice, for `import` and for `require`, each with its own types. The SDK must be built before.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
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
  // The package refers to the built SDK, not to its sources.
  const inputs = ['--rootDir', `${here}src`, '--paths', 'null'];
  const { status } = spawnSync(process.execPath, [tsc, '--project', here, ...inputs, ...output], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(1);
  cpSync(`${here}src/runtime/keep-runtime.cjs`, `${outDir}/runtime/keep-runtime.cjs`);
  writeFileSync(`${outDir}/package.json`, `${JSON.stringify({ type })}\n`);
}
// An ES module has no `__dirname`.
writeFileSync(`${here}dist/esm/runtime/folder.js`, 'export const folder = import.meta.dirname;\n');
