import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { bundleDir, codeDir, functionsDir, ingressDir, originFunctionFile } from './code-folders';
import { buildDashboard, copyDashboard } from './dashboard';
import { slimmingPlugins } from './slimming';

/** A function whose code is bundled. */
export interface Bundle {
  /** The name of the route or job, and of the folder of its bundle. */
  name: string;
  /** The source file, relative to the root. */
  entry: string;
}

/** Intermediate results. */
const lazyDir = join(codeDir, 'lazy');
const partsDir = join(codeDir, 'parts');
const dashboardDir = join(codeDir, 'dashboard');

/** Builds all code that the stacks deploy. */
export async function buildCode(bundles: readonly Bundle[]): Promise<void> {
  await Promise.all([buildDashboard(dashboardDir), buildBundles(bundles), buildIngress()]);
  copyDashboard(dashboardDir, bundleDir('showDashboard'));
  copyFileSync('ingress/choose-origin.js', originFunctionFile);
}

/**
 * Builds every function. Linking the hundreds of SDK files takes 0.1 s of CPU, so the build links them once for all
 * functions. The build splits the code into parts and joins each bundle from the parts that its function needs. Lazy
 * imports (`*.lazy.ts`) become separate files next to the bundle.
 */
export async function buildBundles(bundles: readonly Bundle[]): Promise<void> {
  for (const dir of [partsDir, functionsDir]) rmSync(dir, { recursive: true, force: true });
  const lazyEntries = new Map<string, string>();
  await splitIntoParts(bundles, lazyEntries);
  const [joined] = await Promise.all([joinParts(bundles), buildLazyFiles(lazyEntries)]);
  for (const { name } of bundles) copyLazyFiles(name, joined);
}

/** Builds the ingress program, which the container and the local runtime run. */
async function buildIngress(): Promise<void> {
  await build({
    ...compilation,
    entryPoints: [{ in: 'ingress/main.ts', out: 'index' }],
    outdir: ingressDir,
    // Do not alias `lambdaCredentials` here. A container has no credentials in its environment, so the program needs
    // the SDK's whole credential chain.
    plugins: slimmingPlugins,
  });
  copyFileSync('ingress/Dockerfile', join(ingressDir, 'Dockerfile'));
}

export const lambdaCredentials = {
  '@aws-sdk/credential-provider-node': './shared/aws/lambda-credentials.ts',
};

/** The compiler options of all bundles. */
export const compilation = {
  bundle: true,
  minify: true,
  // Words in other scripts take a third of the space that their escapes take.
  charset: 'utf8',
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  // Load lazy files with `require`, because `import()` would start Node's second loader, which slows every cold start.
  supported: { 'dynamic-import': false },
  mainFields: ['module', 'main'],
  logLevel: 'error',
} satisfies BuildOptions;

// With Go's default setting, esbuild spends a third of its time on garbage collection to save 0.2 GB.
process.env.GOGC ??= '1000';

/**
 * Splits the source into parts. Each part contains the files that the same set of functions imports, without unused
 * code.
 */
async function splitIntoParts(bundles: readonly Bundle[], lazyEntries: Map<string, string>): Promise<void> {
  await build({
    ...compilation,
    entryPoints: bundles.map(({ name, entry }) => ({ in: entry, out: name })),
    outdir: partsDir,
    format: 'esm',
    // Parts are ES modules, which have no `require`.
    supported: {},
    splitting: true,
    // Minification would remove the annotations by which `joinParts` finds unused code.
    minify: false,
    plugins: [lazyFilesPlugin(lazyEntries), ...slimmingPlugins],
    alias: lambdaCredentials,
  });
  // esbuild makes a function import every part that the function reaches, even an unused part. Unused parts can be
  // dropped, because eslint.config.mjs forbids imports for side effects.
  writeFileSync(join(partsDir, 'package.json'), '{ "sideEffects": false }');
}

async function joinParts(bundles: readonly Bundle[]): Promise<Metafile> {
  const options = {
    ...compilation,
    entryPoints: bundles.map(({ name }) => ({ in: join(partsDir, `${name}.js`), out: `${name}/index` })),
    outdir: functionsDir,
    // Only lazy files and the modules that `slimSdk` excludes remain as imports.
    external: ['./*.lazy.js'],
    packages: 'external',
    metafile: true,
  } satisfies BuildOptions;
  return (await build(options)).metafile;
}

const buildLazyFiles = (lazyEntries: Map<string, string>) =>
  build({
    ...compilation,
    entryPoints: [...lazyEntries].map(([out, source]) => ({ in: source, out })),
    outdir: lazyDir,
    plugins: slimmingPlugins,
    alias: lambdaCredentials,
  });

/** Keeps `import('x.lazy')` as an import of a separate file, which loads on first use. */
const lazyFilesPlugin = (entries: Map<string, string>): Plugin => ({
  name: 'keep-lazy',
  setup: (pluginBuild) => {
    pluginBuild.onResolve({ filter: /\.lazy$/ }, ({ path, resolveDir }) => {
      const source = resolve(resolveDir, `${path}.ts`);
      const name = basename(path);
      entries.set(name, source);
      return { path: `./${name}.js`, external: true };
    });
  },
});

function copyLazyFiles(name: string, { outputs }: Metafile): void {
  const output = outputs[join(functionsDir, name, 'index.js')];
  for (const { path, external } of output?.imports ?? []) {
    if (external && path.endsWith('.lazy.js'))
      copyFileSync(join(lazyDir, path), join(functionsDir, name, path));
  }
}
