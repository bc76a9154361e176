import { build } from 'esbuild';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { copyPackagedCode } from './packaged-code';

/** The files whose types the package declares. */
const declaredFiles = ['carrier-nest', 'carrier-nest-props'];

/** Builds the package @carrier-nest/cdk: the construct in one file, its types, and the code that its stacks deploy. */
export async function buildCdk(distDir: string): Promise<void> {
  rmSync(distDir, { recursive: true, force: true });
  await bundleConstruct(join(distDir, 'carrier-nest.js'));
  for (const name of declaredFiles) writeDeclaration(name, distDir);
  await copyPackagedCode(join(distDir, 'code'));
}

const bundleConstruct = (outfile: string) =>
  build({
    entryPoints: ['lib/carrier-nest.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: ['aws-cdk-lib', 'constructs'],
    // Where a clone reads its build, the package reads the code that it contains.
    define: { 'process.env.CARRIER_NEST_BUILD': 'packagedCode' },
    banner: { js: "const packagedCode = require('node:path').join(__dirname, 'code');" },
    logLevel: 'error',
  });

function writeDeclaration(name: string, distDir: string): void {
  const file = join('lib', `${name}.ts`);
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(readFileSync(file, 'utf8'), {
    fileName: file,
    reportDiagnostics: true,
    compilerOptions: { isolatedDeclarations: true },
  });
  const [problem] = diagnostics;
  if (problem) throw new Error(`${file}: ${ts.flattenDiagnosticMessageText(problem.messageText, '\n')}`);
  mkdirSync(distDir, { recursive: true });
  writeFileSync(join(distDir, `${name}.d.ts`), outputText);
}
