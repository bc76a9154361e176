import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const source = 'packages/sdk/src';
const settings = [
  'packages/sdk/build.mjs',
  'scripts/compile-package.mjs',
  'packages/sdk/tsconfig.json',
  'tsconfig.json',
];
const builtFile = 'packages/sdk/dist/cjs/package.json';

/** Builds the SDK if its build is missing or out of date, because programs import the built package, not its source. */
export function buildSdk(): void {
  const files = [...readdirSync(source).map((file) => join(source, file)), ...settings];
  const changedAt = Math.max(...files.map((file) => statSync(file).mtimeMs));
  if (existsSync(builtFile) && statSync(builtFile).mtimeMs > changedAt) return;
  execFileSync(process.execPath, ['packages/sdk/build.mjs'], { stdio: 'inherit' });
}
