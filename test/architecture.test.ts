import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join, normalize } from 'node:path';

/**
 * Who may import whom. A file belongs to the first part whose pattern it matches; a part may always import
 * itself. What no part matches belongs to nobody, and that fails too.
 */
const parts: [part: string, files: RegExp, mayImport: string[]][] = [
  ['declarations', /^functions\/(.*\/routes|workers\/jobs)\.ts$/, ['domain', 'http', 'basics']],
  ['functions', /^functions\//, ['declarations', 'domain', 'http', 'db', 'text', 'basics', 'openapi.json']],
  ['domain', /^shared\/domain\//, ['db', 'aws', 'text', 'basics']],
  // The pipeline asks the domain one thing: who is this?
  ['credentials', /^shared\/http\/(allowance|credential)\.ts$/, ['http', 'domain', 'db', 'basics']],
  ['http', /^shared\/http\//, ['credentials', 'db', 'aws', 'basics']],
  ['db', /^shared\/db\//, ['basics']],
  ['aws', /^shared\/aws\//, ['basics']],
  ['text', /^shared\/text\//, ['basics']],
  ['basics', /^shared\/[\w-]+\.ts$/, []],
  ['lib', /^lib\//, ['declarations', 'http', 'basics', 'cdk.json']],
  ['bin', /^bin\//, ['lib']],
  // What users copy into programs of their own.
  ['clients', /^clients\//, []],
  ['ingress', /^ingress\//, ['declarations', 'http', 'basics']],
  // It runs the template: what it needs to know of the service stands there.
  ['local', /^local\//, []],
  [
    'tools',
    /^(scripts|bench)\//,
    ['bin', 'lib', 'local', 'declarations', 'http', 'domain', 'db', 'aws', 'text', 'basics', 'test'],
  ],
  [
    'test',
    /^test\//,
    [
      'tools',
      'local',
      'lib',
      'clients',
      'ingress',
      'functions',
      'declarations',
      'credentials',
      'http',
      'domain',
      'db',
      'aws',
      'text',
      'basics',
      'openapi.json',
      'cdk.json',
    ],
  ],
  ['openapi.json', /^openapi\.json$/, []],
  ['cdk.json', /^cdk\.json$/, []],
];

const sources = [
  'bin',
  'lib',
  'functions',
  'shared',
  'ingress',
  'local',
  'scripts',
  'bench',
  'clients',
  'test',
]
  .flatMap((root) => readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => join(root, name)))
  .filter((file) => file.endsWith('.ts'));

const imports = new Map(sources.map((file) => [file, importsOf(file)]));

/** Imported files of ours; types count, for they couple as well. */
function importsOf(file: string): string[] {
  const found = readFileSync(file, 'utf8').matchAll(
    /(?:\bfrom|\bimport|\bimport\(|\brequire\()\s*'(\.[^']*)'/g,
  );
  return [...found].map(([, path = '']) => fileOf(normalize(join(file, '..', path))));
}

function fileOf(path: string): string {
  const candidates = [path, `${path}.ts`, `${path}.d.ts`, `${path}/index.ts`];
  return candidates.find((candidate) => statSync(candidate, { throwIfNoEntry: false })?.isFile()) ?? path;
}

const partOf = (file: string) => parts.find(([, files]) => files.test(file));

function isAllowed(from: string, to: string): boolean {
  const [source, target] = [partOf(from), partOf(to)];
  if (!source || !target) return false;
  return source[0] === target[0] || source[2].includes(target[0]);
}

test('every import follows an arrow of the design', () => {
  const arrows = [...imports].flatMap(([from, all]) => all.map((to) => ({ from, to })));

  expect(arrows.length).toBeGreaterThan(200);
  expect(
    arrows.filter(({ from, to }) => !isAllowed(from, to)).map(({ from, to }) => `${from} -> ${to}`),
  ).toEqual([]);
});

test('no modules of shared/ import each other in a circle', () => {
  const circles = sources.filter((file) => file.startsWith('shared/') && reachable(file).has(file));

  expect(circles).toEqual([]);
});

/** Everything that the file imports, directly or not. */
function reachable(file: string): Set<string> {
  const found = new Set<string>();
  const open = [...(imports.get(file) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    open.push(...(imports.get(next) ?? []));
  }
  return found;
}
