import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { buildDashboard, copyDashboard } from './dashboard';
import { slimmingPlugins } from './slimming';

/** The code of a function. */
export interface Bundle {
  /** The name of the route or job, and of the folder of its bundle. */
  name: string;
  /** The source file, relative to the root. */
  entry: string;
}

/** Concurrent syntheses need separate folders. */
const buildRoot = process.env.CARRIER_NEST_BUILD ?? '.build';
const buildDir = join(buildRoot, 'functions');
const lazyDir = join(buildRoot, 'lazy');
const partsDir = join(buildRoot, 'parts');
export const ingressDir = join(buildRoot, 'ingress');
const dashboardDir = join(buildRoot, 'dashboard');

export const bundleDir = (name: string): string => join(buildDir, name);

/** Builds all code that the stacks deploy. */
export async function buildCode(bundles: readonly Bundle[]): Promise<void> {
  await Promise.all([buildBundles(bundles), buildIngress(), buildDashboard(dashboardDir)]);
  copyDashboard(dashboardDir, bundleDir('showDashboard'));
}

/**
 * Builds every function. Linking the hundreds of files of the SDK takes 0.1 s of CPU, so it happens once for all
 * functions: the code is split into parts, and each bundle is joined from the parts that it needs. Lazy imports
 * (`*.lazy.ts`) become separate files next to the bundle.
 */
export async function buildBundles(bundles: readonly Bundle[]): Promise<void> {
  for (const dir of [partsDir, buildDir]) rmSync(dir, { recursive: true, force: true });
  const lazyEntries = new Map<string, string>();
  await splitIntoParts(bundles, lazyEntries);
  const [joined] = await Promise.all([joinParts(bundles), buildLazyFiles(lazyEntries)]);
  for (const { name } of bundles) copyLazyFiles(name, joined);
}

/** Builds the program of the ingress container and of the local runtime's ingress. */
async function buildIngress(): Promise<void> {
  await build({
    ...compilation,
    entryPoints: [{ in: 'ingress/main.ts', out: 'index' }],
    outdir: ingressDir,
    // Without `lambdaCredentials`: a container has no credentials in its environment, so it needs the SDK's whole
    // chain.
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
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  // Lazy files are loaded with `require`: `import()` would start Node's second loader, which slows every cold start.
  supported: { 'dynamic-import': false },
  mainFields: ['module', 'main'],
  logLevel: 'error',
} satisfies BuildOptions;

// esbuild is a Go program. With Go's default, it spends a third of its time on garbage collection to save 0.2 GB.
process.env.GOGC ??= '1000';

/** A part has the source files that the same functions import, without the code that none of these functions uses. */
async function splitIntoParts(bundles: readonly Bundle[], lazyEntries: Map<string, string>): Promise<void> {
  await build({
    ...compilation,
    entryPoints: bundles.map(({ name, entry }) => ({ in: entry, out: name })),
    outdir: partsDir,
    format: 'esm',
    // Parts are ES modules, which have no `require`.
    supported: {},
    splitting: true,
    // Minified parts would lack the marks by which `joinParts` removes code that a function does not use.
    minify: false,
    plugins: [lazyFilesPlugin(lazyEntries), ...slimmingPlugins],
    alias: lambdaCredentials,
  });
  // A function imports every part that it reaches, even if it uses nothing of it. No module is imported for its side
  // effects (eslint.config.mjs), so unused parts can be dropped.
  writeFileSync(join(partsDir, 'package.json'), '{ "sideEffects": false }');
}

async function joinParts(bundles: readonly Bundle[]): Promise<Metafile> {
  const options = {
    ...compilation,
    entryPoints: bundles.map(({ name }) => ({ in: join(partsDir, `${name}.js`), out: `${name}/index` })),
    outdir: buildDir,
    // The remaining imports are external on purpose: lazy files, and modules that `slimSdk` drops.
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

/** `import('x.lazy')` remains an import of a separate file, which is loaded on first use. */
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
  const output = outputs[join(buildDir, name, 'index.js')];
  for (const { path, external } of output?.imports ?? []) {
    if (external && path.endsWith('.lazy.js')) copyFileSync(join(lazyDir, path), join(buildDir, name, path));
  }
}
