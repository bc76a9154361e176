import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';
import { copyFileSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

/** A function's code. */
export interface Bundle {
  /** Name of the route or job; its bundle is built into a folder of that name. */
  name: string;
  /** Source file, from the root. */
  entry: string;
}

const buildDir = '.build/functions';
const lazyDir = '.build/lazy';
export const ingressDir = '.build/ingress';

export const bundleDir = (name: string): string => join(buildDir, name);

/** Builds every function in one call. What is imported lazily (`*.lazy.ts`) becomes a file of its own beside it. */
export async function buildBundles(bundles: readonly Bundle[]): Promise<void> {
  rmSync(buildDir, { recursive: true, force: true });
  const lazyEntries = new Map<string, string>();
  const eager = await bundle(
    bundles.map(({ name, entry }) => ({ in: entry, out: `${name}/index` })),
    buildDir,
    [keepLazy(lazyEntries)],
  );
  await bundle(
    [...lazyEntries].map(([out, source]) => ({ in: source, out })),
    lazyDir,
    [],
  );
  for (const { name } of bundles) copyLazyFiles(name, eager);
}

/** The program of the ingress container, and of the local runtime's ingress. */
export async function buildIngress(): Promise<void> {
  await bundle([{ in: 'ingress/main.ts', out: 'index' }], ingressDir, []);
  copyFileSync('ingress/Dockerfile', join(ingressDir, 'Dockerfile'));
}

async function bundle(entryPoints: { in: string; out: string }[], outdir: string, plugins: Plugin[]) {
  const options = {
    entryPoints,
    outdir,
    plugins: [...plugins, slimMailComposer],
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    mainFields: ['module', 'main'],
    metafile: true,
    logLevel: 'error',
    alias: { '@aws-sdk/credential-provider-node': './shared/aws/lambda-credentials.ts' },
  } satisfies BuildOptions;
  return (await build(options)).metafile;
}

/** `import('x.lazy')` stays an import of its own file, read when it is first needed. */
const keepLazy = (entries: Map<string, string>): Plugin => ({
  name: 'keep-lazy',
  setup: ({ onResolve }) => {
    onResolve({ filter: /\.lazy$/ }, ({ path, resolveDir }) => {
      const source = resolve(resolveDir, `${path}.ts`);
      const name = basename(path);
      entries.set(name, source);
      return { path: `./${name}.js`, external: true };
    });
  },
});

const replacements: Record<string, string> = {
  // Attachments come with their type and bytes: MailComposer need neither guess nor fetch.
  'mime-funcs/mime-types.js':
    "export const detectExtension = () => 'bin'; export const detectMimeType = () => 'application/octet-stream';",
  'fetch/index.js': "export default () => { throw new Error('A mail is composed of its own bytes only'); };",
};

/** Leaves 70 KB of tables and an HTTP client out of every bundle that composes mail. */
const slimMailComposer: Plugin = {
  name: 'slim-mail-composer',
  setup: ({ onLoad }) => {
    onLoad({ filter: /nodemailer\/dist\/esm\/(mime-funcs\/mime-types|fetch\/index)\.js$/ }, ({ path }) => ({
      contents: replacements[path.split('/').slice(-2).join('/')] ?? '',
    }));
  },
};

function copyLazyFiles(name: string, { outputs }: Metafile): void {
  const output = outputs[join(buildDir, name, 'index.js')];
  for (const { path, external } of output?.imports ?? []) {
    if (external && path.endsWith('.lazy.js')) copyFileSync(join(lazyDir, path), join(buildDir, name, path));
  }
}
