import type { Plugin } from 'esbuild';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Route } from '../../shared/http/route';

/** Removes unused code of the SDK that esbuild would keep. */
const slimSdk: Plugin = {
  name: 'slim-sdk',
  setup: (build) => {
    // No call uses event streams, and bundling the dynamic import would keep all code that the import reaches.
    build.onResolve({ filter: /^@smithy\/core\/event-streams$/ }, ({ path, kind }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    );
    // esbuild treats a computed property name as a side effect and would keep the schemas of all operations.
    build.onLoad(
      { filter: /@aws-sdk\/client-[\w-]+\/dist-es\/schemas\/schemas_\d+\.js$/ },
      async ({ path }) => {
        const source = await readFile(path, 'utf8');
        const texts = new Map(
          [...source.matchAll(/^const (_\w+) = (".*");$/gm)].map(([, name, text]) => [name, text]),
        );
        return {
          contents: source.replace(/\[(_\w+)\]:/g, (all, name: string) =>
            texts.has(name) ? `${texts.get(name)}:` : all,
          ),
        };
      },
    );
  },
};

/** Replacements for nodemailer modules, keyed by the end of the import path. */
const replacements: Record<string, string> = {
  // Callers pass parsed mailboxes, and attachments with their type and bytes. MailComposer therefore does not guess
  // types, fetch files or parse addresses.
  'mime-types.js':
    "export const detectExtension = () => 'bin'; export const detectMimeType = () => 'application/octet-stream';",
  'addressparser/index.js':
    "export default () => { throw new Error('A mailbox must be given as name and address'); };",
  'fetch/index.js': "export default () => { throw new Error('An attachment must be given as bytes'); };",
};

/** Removes 80 KB of tables, a parser and an HTTP client from every bundle that composes email. */
const slimMailComposer: Plugin = {
  name: 'slim-mail-composer',
  setup: (build) => {
    const names = Object.keys(replacements);
    build.onResolve(
      { filter: /\/(mime-types|addressparser\/index|fetch\/index)\.js$/ },
      ({ path, importer }) =>
        importer.includes('nodemailer/dist/esm/')
          ? { path: names.find((name) => path.endsWith(name)) ?? '', namespace: 'slim-mail-composer' }
          : undefined,
    );
    build.onLoad({ filter: /./, namespace: 'slim-mail-composer' }, ({ path }) => ({
      contents: replacements[path] ?? '',
    }));
  },
};

/**
 * Reduces the routes in a handler's bundle to the handler's own route and body schema. Only the OpenAPI document and
 * the stacks use the other declarations. In a bundle that imports all routes, replaces the routes with plain data.
 */
const slimRoutes: Plugin = {
  name: 'slim-routes',
  setup: (build) => {
    build.onResolve({ filter: /^\.\/routes$/ }, ({ importer, resolveDir }) => ({
      path: `${join(resolveDir, 'routes.ts')}?${routeOf(importer)}`,
      namespace: 'route',
    }));
    build.onLoad({ filter: /./, namespace: 'route' }, async ({ path }) => {
      const [file = '', name = ''] = path.split('?');
      return { contents: await routeModule(file, name), resolveDir: dirname(file) };
    });
    build.onLoad({ filter: /functions\/(api\/[\w-]+|links|dashboard)\/routes\.ts$/ }, async ({ path }) => ({
      contents: Object.entries(await routesIn(path))
        .map(([exported, routes]) => `export const ${exported} = ${JSON.stringify(routes, withoutSchemas)};`)
        .join('\n'),
    }));
  },
};

/** The name of the route that a file handles: `cancelEmail` for functions/api/emails/cancel-email.ts. */
const routeOf = (file: string): string =>
  basename(file, '.ts').replace(/-(\w)/g, (_all, letter: string) => letter.toUpperCase());

async function routeModule(file: string, name: string): Promise<string> {
  const exports = Object.entries(await routesIn(file));
  const lines = exports.map(async ([exported, routes]) => {
    const route = routes[name];
    if (!route)
      throw new Error(
        `${file} does not declare the route ${name}, but a handler file in its folder has that name`,
      );
    const schema = route.body && (await findSchemaExport(join(dirname(file), 'shapes.ts'), route.body, name));
    const parts = [JSON.stringify(route, withoutSchemas).slice(1, -1), ...(schema ? ['body'] : [])];
    return [
      ...(schema ? [`import { ${schema} as body } from './shapes';`] : []),
      `export const ${exported} = { ${name}: { ${parts.join(', ')} } };`,
    ].join('\n');
  });
  return (await Promise.all(lines)).join('\n');
}

async function routesIn(file: string): Promise<Record<string, Record<string, Route>>> {
  return Object.fromEntries(Object.entries(await importModule(file)).filter(isRoutesExport));
}

/** Only exports of routes have a name that ends with `Routes`. */
const isRoutesExport = (
  entry: [name: string, value: unknown],
): entry is [name: string, routes: Record<string, Route>] => entry[0].endsWith('Routes');

async function findSchemaExport(file: string, schema: unknown, route: string): Promise<string> {
  const match = Object.entries(await importModule(file)).find(([, shape]) => shape === schema);
  if (!match) throw new Error(`The body of ${route} is not exported by ${file}`);
  return match[0];
}

const importModule = async (file: string): Promise<Record<string, unknown>> =>
  // TypeScript infers `any` for a computed path. A module is an object of its exports.
  (await import(file)) as Record<string, unknown>;

/** Fields that only the OpenAPI document and the stacks use. */
const documentOnlyFields = ['body', 'responses', 'summary', 'description', 'refuses'];

const withoutSchemas = (field: string, value: unknown): unknown =>
  field === 'needs' ? [] : documentOnlyFields.includes(field) ? undefined : value;

/** Marks calls that create schemas as free of side effects, because esbuild would otherwise keep unused schemas. */
const dropUnusedSchemas: Plugin = {
  name: 'drop-unused-schemas',
  setup: (build) => {
    build.onLoad({ filter: /\/(shared\/(domain|http|text)|functions)\/.*\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(/\b(z\.[\w.]+|listOf)\(/g, '/* @__PURE__ */ $&'),
      loader: 'ts',
    }));
  },
};

/** The plugins of every bundle. */
export const slimmingPlugins: Plugin[] = [slimSdk, slimMailComposer, slimRoutes, dropUnusedSchemas];
