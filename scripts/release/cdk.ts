import { build } from 'esbuild';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { copyPackagedCode } from './packaged-code';
import { bundledPackages, thirdPartyNotices } from './third-party-notices';

/** The files whose types the package declares. */
const declaredFiles = ['carrier-nest', 'carrier-nest-props'];

/**
 * Writes the package @carrier-nest/cdk into the folder: the construct in one file, its types, and the code that its
 * stacks deploy.
 */
export async function buildCdk(outDir: string): Promise<void> {
  const distDir = join(outDir, 'dist');
  const { metafile } = await bundleConstruct(join(distDir, 'carrier-nest.js'));
  for (const name of declaredFiles) writeDeclaration(name, distDir);
  await copyPackagedCode(join(distDir, 'code'));
  for (const name of ['package.json', 'README.md', 'LICENSE'])
    copyFileSync(join('packages/cdk', name), join(outDir, name));
  writeFileSync(join(outDir, 'THIRD-PARTY-NOTICES.txt'), thirdPartyNotices(bundledPackages(metafile)));
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
    metafile: true,
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
