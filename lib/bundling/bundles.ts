import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { buildDashboard, copyDashboard } from './dashboard';
import { slimmingPlugins } from './slimming';

/** A function's code. */
export interface Bundle {
  /** Name of the route or job; its bundle is built into a folder of that name. */
  name: string;
  /** Source file, from the root. */
  entry: string;
}

/** Syntheses that may run at the same time build in folders of their own. */
const buildRoot = process.env.CARRIER_NEST_BUILD ?? '.build';
const buildDir = join(buildRoot, 'functions');
const lazyDir = join(buildRoot, 'lazy');
const partsDir = join(buildRoot, 'parts');
export const ingressDir = join(buildRoot, 'ingress');
const dashboardDir = join(buildRoot, 'dashboard');

export const bundleDir = (name: string): string => join(buildDir, name);

/** Builds all that the stacks deploy. */
export async function buildCode(bundles: readonly Bundle[]): Promise<void> {
  await Promise.all([buildBundles(bundles), buildIngress(), buildDashboard(dashboardDir)]);
  copyDashboard(dashboardDir, bundleDir('showDashboard'));
}

/**
 * Builds every function. Linking the hundreds of files of the SDK takes 0.1 s of CPU, so that is done once for all
 * functions: they are cut into parts, and each is joined from those that it needs. What is imported lazily
 * (`*.lazy.ts`) becomes a file of its own beside it.
 */
export async function buildBundles(bundles: readonly Bundle[]): Promise<void> {
  for (const dir of [partsDir, buildDir]) rmSync(dir, { recursive: true, force: true });
  const lazyEntries = new Map<string, string>();
  await splitIntoParts(bundles, lazyEntries);
  const [joined] = await Promise.all([joinParts(bundles), buildLazyFiles(lazyEntries)]);
  for (const { name } of bundles) copyLazyFiles(name, joined);
}

/** The program of the ingress container, and of the local runtime's ingress. */
async function buildIngress(): Promise<void> {
  await build({
    ...compilation,
    entryPoints: [{ in: 'ingress/main.ts', out: 'index' }],
    outdir: ingressDir,
    // Without `lambdaCredentials`: a container's are not in its environment, it needs the SDK's whole chain.
    plugins: slimmingPlugins,
  });
  copyFileSync('ingress/Dockerfile', join(ingressDir, 'Dockerfile'));
}

export const lambdaCredentials = {
  '@aws-sdk/credential-provider-node': './shared/aws/lambda-credentials.ts',
};

/** How everything is compiled, before anything is left out. */
export const compilation = {
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  // What is loaded later is required: `import()` would start Node's second loader, a cost of every cold start.
  supported: { 'dynamic-import': false },
  mainFields: ['module', 'main'],
  logLevel: 'error',
} satisfies BuildOptions;

// esbuild is a Go program: with Go's own setting it spends a third of its time collecting garbage, to keep 0.2 GB free.
process.env.GOGC ??= '1000';

/** A part is what the same functions import, so each source file is in one part, pruned to what any of them uses. */
async function splitIntoParts(bundles: readonly Bundle[], lazyEntries: Map<string, string>): Promise<void> {
  await build({
    ...compilation,
    entryPoints: bundles.map(({ name, entry }) => ({ in: entry, out: name })),
    outdir: partsDir,
    format: 'esm',
    // Parts are ES modules, which have no `require`.
    supported: {},
    splitting: true,
    // Minified parts would lack the marks by which `joinParts` prunes them to what one function uses.
    minify: false,
    plugins: [lazyFilesPlugin(lazyEntries), ...slimmingPlugins],
    alias: lambdaCredentials,
  });
  // A function imports every part that it reaches, even one of which it uses nothing. Nothing here is imported for
  // its effects alone (eslint.config.mjs), so such a part can go.
  writeFileSync(join(partsDir, 'package.json'), '{ "sideEffects": false }');
}

async function joinParts(bundles: readonly Bundle[]): Promise<Metafile> {
  const options = {
    ...compilation,
    entryPoints: bundles.map(({ name }) => ({ in: join(partsDir, `${name}.js`), out: `${name}/index` })),
    outdir: buildDir,
    // What parts still import was left out on purpose: lazy files, and what `slimSdk` dropped.
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

/** `import('x.lazy')` stays an import of its own file, read when it is first needed. */
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
