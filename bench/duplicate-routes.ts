import { cpSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const api = 'functions/api';

/** Copies resources of a checkout to other names and paths until the checkout has `functions` additional functions. */
export function addDuplicateRoutes(checkout: string, functions: number): void {
  const resources = readdirSync(api, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'fallback')
    .map(({ name }) => ({ name, routes: routesOf(name) }));
  let remaining = functions;
  for (let copy = 2; remaining > 0; copy++) {
    for (const { name, routes } of resources) {
      if (routes.length > remaining) continue;
      addCopy(checkout, name, routes, copy);
      remaining -= routes.length;
    }
  }
}

const declaration = /^ {2}(\w+): \{$/gm;

const routesOf = (resource: string): string[] =>
  [...readFileSync(join(api, resource, 'routes.ts'), 'utf8').matchAll(declaration)].map(
    ([, name = '']) => name,
  );

function addCopy(checkout: string, resource: string, routes: readonly string[], copy: number): void {
  const dir = join(checkout, api, `${resource}${copy}`);
  cpSync(join(api, resource), dir, { recursive: true });
  rewriteFile(join(dir, 'routes.ts'), (source) =>
    source.replace(declaration, `  $1${copy}: {`).replace(/path: '\/v1\//g, `path: '/v${copy}/`),
  );
  for (const file of readdirSync(dir).filter((name) => routes.includes(toCamelCase(basename(name, '.ts'))))) {
    const renamed = join(dir, `${basename(file, '.ts')}${copy}.ts`);
    renameSync(join(dir, file), renamed);
    rewriteFile(renamed, (source) => source.replace(/(\w+Routes\.\w+)/g, `$1${copy}`));
  }
  register(checkout, resource, copy);
}

function register(checkout: string, resource: string, copy: number): void {
  const exported = /export const (\w+Routes)/.exec(
    readFileSync(join(api, resource, 'routes.ts'), 'utf8'),
  )?.[1];
  const folder = `${resource}${copy}`;
  rewriteFile(join(checkout, api, 'routes.ts'), (source) =>
    `import { ${exported} as ${exported}${copy} } from './${folder}/routes';\n${source}`.replace(
      '  fallback: fallbackRoutes,',
      `  '${folder}': ${exported}${copy},\n$&`,
    ),
  );
}

const rewriteFile = (file: string, change: (source: string) => string): void =>
  writeFileSync(file, change(readFileSync(file, 'utf8')));

const toCamelCase = (name: string): string =>
  name.replace(/-(\w)/g, (_all, letter: string) => letter.toUpperCase());
