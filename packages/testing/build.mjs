// The SDK must be built first.
import { cpSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compilePackage } from '../../scripts/compile-package.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));

// The package refers to the built SDK, not to its sources.
compilePackage(here, ['--rootDir', `${here}src`, '--paths', 'null']);
for (const folder of ['esm', 'cjs'])
  cpSync(`${here}src/runtime/keep-runtime.cjs`, `${here}dist/${folder}/runtime/keep-runtime.cjs`);
// An ES module has no `__dirname`.
writeFileSync(`${here}dist/esm/runtime/folder.js`, 'export const folder = import.meta.dirname;\n');
