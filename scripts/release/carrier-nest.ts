import { build, type Metafile, type Plugin } from 'esbuild';
import { copyFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import root from '../../package.json';
import cli from '../../packages/cli/package.json';
import { packFolder } from '../../packages/local/src/template/archive';
import { synthesize } from '../../packages/local/src/template/synthesize';
import { copyPages } from './packed-pages';
import { bundledPackages, thirdPartyNotices } from './third-party-notices';

/**
 * Writes the package `carrier-nest` into the folder: the command and the local runtime as bundled programs, and the
 * stacks with the code of their functions. Users install neither the CDK nor a compiler.
 */
export async function buildCarrierNest(outDir: string): Promise<void> {
  mkdirSync(outDir, { recursive: true });
  const [metafile, stacks] = await Promise.all([buildProgram(outDir), packStacks()]);
  cpSync('packages/local/src/lambda/sandbox', join(outDir, 'dist/sandbox'), { recursive: true });
  writeFileSync(join(outDir, 'dist/stacks.br'), stacks);
  copyFileSync('LICENSE', join(outDir, 'LICENSE'));
  copyFileSync('packages/cli/README.md', join(outDir, 'README.md'));
  copyPages(join(outDir, 'docs'));
  writeFileSync(join(outDir, 'THIRD-PARTY-NOTICES.txt'), thirdPartyNotices(bundledPackages(metafile)));
  writeFileSync(join(outDir, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

const manifest = {
  name: 'carrier-nest',
  version: cli.version,
  description: root.description,
  license: cli.license,
  keywords: ['email', 'ses', 'agents', 'mcp', 'local', 'testing'],
  type: 'module',
  bin: { 'carrier-nest': 'dist/carrier-nest.js' },
  files: ['dist', 'docs', 'THIRD-PARTY-NOTICES.txt'],
  exports: { './package.json': './package.json' },
  engines: root.engines,
  ...('repository' in cli && { repository: cli.repository }),
  optionalDependencies: root.optionalDependencies,
};

/** Builds ES modules, because only those share code between the files that a command loads. */
async function buildProgram(outDir: string): Promise<Metafile> {
  const { metafile } = await build({
    entryPoints: { 'carrier-nest': 'packages/cli/src/package-main.ts' },
    outdir: join(outDir, 'dist'),
    bundle: true,
    splitting: true,
    minify: true,
    // Names in stack traces help users to report problems.
    keepNames: true,
    charset: 'utf8',
    platform: 'node',
    target: 'node20',
    format: 'esm',
    mainFields: ['module', 'main'],
    legalComments: 'none',
    logLevel: 'error',
    metafile: true,
    plugins: [replaceModules],
    // Some bundled modules are CommonJS.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url), __dirname = import.meta.dirname;",
    },
  });
  return metafile;
}

/** Modules of a clone, and the modules that replace them in the package. */
const replacements: Record<string, string> = {
  'packages/local/src/start/clone.ts': "export { npmPackage as clone } from './npm-package';",
  'packages/cli/src/deploy/command.ts': "export { deployCommand } from './package-command';",
};

const replaceModules: Plugin = {
  name: 'replace-modules',
  setup: (pluginBuild) => {
    pluginBuild.onLoad({ filter: /\/(clone|command)\.ts$/ }, ({ path }) => {
      const contents = replacements[relative('.', path)];
      return contents === undefined ? undefined : { contents, resolveDir: dirname(path), loader: 'ts' };
    });
  },
};

/** Packs what the runtime reads: the manifest, the templates and the code, without compiled code and traces. */
async function packStacks(): Promise<Buffer> {
  const { ingressProgram } = await synthesize();
  return packFolder(
    join(dirname(ingressProgram), '..'),
    (path) =>
      /^(assembly|ingress)\//.test(path) && !/\/(\.compiled\/|cdk\.out$|[^/]+\.metadata\.json$)/.test(path),
  );
}
