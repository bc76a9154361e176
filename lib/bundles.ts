import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';
import { copyFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Route } from '../shared/http/route';

/** A function's code. */
export interface Bundle {
  /** Name of the route or job; its bundle is built into a folder of that name. */
  name: string;
  /** Source file, from the root. */
  entry: string;
}

/** Syntheses that may run at the same time build in folders of their own. */
const root = process.env.CARRIER_NEST_BUILD ?? '.build';
const buildDir = join(root, 'functions');
const lazyDir = join(root, 'lazy');
export const ingressDir = join(root, 'ingress');

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
  // A container's credentials are not in its environment: this one keeps the SDK's whole chain.
  await bundle([{ in: 'ingress/main.ts', out: 'index' }], ingressDir, [], {});
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
  mainFields: ['module', 'main'],
  logLevel: 'error',
} satisfies BuildOptions;

async function bundle(
  entryPoints: { in: string; out: string }[],
  outdir: string,
  plugins: Plugin[],
  alias: Record<string, string> = lambdaCredentials,
) {
  const options = {
    entryPoints,
    outdir,
    plugins: [...plugins, slimSdk, slimMailComposer, slimRoutes, dropUnusedSchemas],
    ...compilation,
    metafile: true,
    alias,
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

/** Leaves out what esbuild would keep of the SDK although nothing uses it. */
const slimSdk: Plugin = {
  name: 'slim-sdk',
  setup: ({ onResolve, onLoad }) => {
    // No call here streams events, and a bundled dynamic import keeps all of what it may reach.
    onResolve({ filter: /^@smithy\/core\/event-streams$/ }, ({ path, kind }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    );
    // To esbuild a computed name is code with effects, so it would keep the schemas of all operations.
    onLoad({ filter: /@aws-sdk\/client-[\w-]+\/dist-es\/schemas\/schemas_\d+\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const texts = new Map(
        [...source.matchAll(/^const (_\w+) = (".*");$/gm)].map(([, name, text]) => [name, text]),
      );
      return {
        contents: source.replace(/\[(_\w+)\]:/g, (all, name: string) =>
          texts.has(name) ? `${texts.get(name)}:` : all,
        ),
      };
    });
  },
};

/** By what nodemailer's modules import. */
const replacements: Record<string, string> = {
  // Attachments come with their type and bytes, mailboxes taken apart: MailComposer need not guess, fetch or parse.
  'mime-types.js':
    "export const detectExtension = () => 'bin'; export const detectMimeType = () => 'application/octet-stream';",
  'addressparser/index.js':
    "export default () => { throw new Error('A mailbox is given as its name and address'); };",
  'fetch/index.js': "export default () => { throw new Error('A mail is composed of its own bytes only'); };",
};

/** Leaves 80 KB of tables, a parser and an HTTP client out of every bundle that composes mail. */
const slimMailComposer: Plugin = {
  name: 'slim-mail-composer',
  setup: ({ onResolve, onLoad }) => {
    const names = Object.keys(replacements);
    onResolve({ filter: /\/(mime-types|addressparser\/index|fetch\/index)\.js$/ }, ({ path, importer }) =>
      importer.includes('nodemailer/dist/esm/')
        ? { path: names.find((name) => path.endsWith(name)) ?? '', namespace: 'slim-mail-composer' }
        : undefined,
    );
    onLoad({ filter: /./, namespace: 'slim-mail-composer' }, ({ path }) => ({
      contents: replacements[path] ?? '',
    }));
  },
};

/**
 * A handler's bundle gets its own route and no other, with the schema of its body and no other: what is declared
 * beside is for the OpenAPI document and the stacks. Who imports all routes gets them as plain data.
 */
const slimRoutes: Plugin = {
  name: 'slim-routes',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^\.\/routes$/ }, ({ importer, resolveDir }) => ({
      path: `${join(resolveDir, 'routes.ts')}?${routeOf(importer)}`,
      namespace: 'route',
    }));
    onLoad({ filter: /./, namespace: 'route' }, async ({ path }) => {
      const [file = '', name = ''] = path.split('?');
      return { contents: await routeModule(file, name), resolveDir: dirname(file) };
    });
    onLoad({ filter: /functions\/(api\/[\w-]+|links)\/routes\.ts$/ }, async ({ path }) => ({
      contents: Object.entries(await routesIn(path))
        .map(([exported, routes]) => `export const ${exported} = ${JSON.stringify(routes, withoutSchemas)};`)
        .join('\n'),
    }));
  },
};

/** functions/api/emails/cancel-email.ts is the handler of `cancelEmail`. */
const routeOf = (file: string): string =>
  basename(file, '.ts').replace(/-(\w)/g, (_all, letter: string) => letter.toUpperCase());

async function routeModule(file: string, name: string): Promise<string> {
  const exports = Object.entries(await routesIn(file));
  const lines = exports.map(async ([exported, routes]) => {
    const route = routes[name];
    if (!route) throw new Error(`${file} declares no route ${name}, which a file beside it is named after`);
    const schema = route.body && (await nameOfShape(join(dirname(file), 'shapes.ts'), route.body, name));
    const parts = [JSON.stringify(route, withoutSchemas).slice(1, -1), ...(schema ? ['body'] : [])];
    return [
      ...(schema ? [`import { ${schema} as body } from './shapes';`] : []),
      `export const ${exported} = { ${name}: { ${parts.join(', ')} } };`,
    ].join('\n');
  });
  return (await Promise.all(lines)).join('\n');
}

async function routesIn(file: string): Promise<Record<string, Record<string, Route>>> {
  const declared = (await import(file)) as Record<string, Record<string, Route>>;
  return Object.fromEntries(Object.entries(declared).filter(([name]) => name.endsWith('Routes')));
}

async function nameOfShape(file: string, schema: unknown, route: string): Promise<string> {
  const shapes = (await import(file)) as Record<string, unknown>;
  const found = Object.entries(shapes).find(([, shape]) => shape === schema);
  if (!found) throw new Error(`The body of ${route} is not exported by ${file}`);
  return found[0];
}

/** What is for the document and the stacks. */
const declaredOnly = ['body', 'answers', 'summary', 'description', 'refuses'];

const withoutSchemas = (field: string, value: unknown): unknown =>
  field === 'needs' ? [] : declaredOnly.includes(field) ? undefined : value;

/** Building a schema has no effect, but esbuild cannot know that: it would keep those that a function never uses. */
const dropUnusedSchemas: Plugin = {
  name: 'drop-unused-schemas',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/(shared\/(domain|text)|functions)\/.*\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(/\bz\.(?=[\w.]+\()/g, '/* @__PURE__ */ z.'),
      loader: 'ts',
    }));
  },
};

function copyLazyFiles(name: string, { outputs }: Metafile): void {
  const output = outputs[join(buildDir, name, 'index.js')];
  for (const { path, external } of output?.imports ?? []) {
    if (external && path.endsWith('.lazy.js')) copyFileSync(join(lazyDir, path), join(buildDir, name, path));
  }
}
