import { readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, join, normalize } from 'node:path';

/**
 * Who may import whom. A file belongs to the first part whose pattern it matches; a part may always import
 * itself. What no part matches belongs to nobody, and that fails too.
 */
const parts: [part: string, files: RegExp, mayImport: string[]][] = [
  [
    'declarations',
    /^functions\/(.*\/(routes|examples)|workers\/(jobs|needs-of-jobs))\.ts$/,
    ['wire', 'domain', 'records', 'http', 'basics'],
  ],
  // What the wire says: shapes, how requests are read, how records are shown.
  [
    'wire',
    /^functions\/(api\/[\w-]+|workers\/operator)\/(shapes|present[\w-]*|read-[\w-]+|[\w-]+-shape|what-fits)\.ts$/,
    ['domain', 'records', 'http', 'text', 'basics'],
  ],
  // The tool server, in the function that serves it.
  ['served', /^functions\/api\/mcp\/.*\.lazy\.ts$/, ['mcp']],
  [
    'functions',
    /^functions\//,
    ['declarations', 'wire', 'served', 'domain', 'records', 'http', 'db', 'text', 'basics', 'openapi.json'],
  ],
  ['domain', /^shared\/domain\//, ['records', 'db', 'aws', 'text', 'basics']],
  // The pipeline asks the domain one thing: who is this?
  [
    'credentials',
    /^shared\/http\/(allowance|credential)\.ts$/,
    ['http', 'domain', 'records', 'db', 'basics'],
  ],
  ['http', /^shared\/http\//, ['credentials', 'db', 'aws', 'text', 'basics']],
  // What the table stores. Types and small facts about them, which everybody may know.
  ['records', /^shared\/db\/records\//, ['db', 'basics']],
  ['db', /^shared\/db\//, ['records', 'basics']],
  ['aws', /^shared\/aws\//, ['basics']],
  ['text', /^shared\/text\//, ['basics']],
  ['basics', /^shared\/(core|async|schema)\/[\w-]+\.ts$/, []],
  [
    'tools',
    /^(scripts|bench|packages\/cli|lib\/(openapi|rules))\//,
    [
      'bin',
      'lib',
      'local',
      'mcp',
      'declarations',
      'wire',
      'http',
      'domain',
      'records',
      'db',
      'aws',
      'text',
      'basics',
      'test',
    ],
  ],
  ['lib', /^lib\//, ['declarations', 'http', 'basics', 'cdk.json']],
  ['bin', /^bin\//, ['lib']],
  // What users install, or copy into programs of their own.
  ['sdk', /^packages\/sdk\//, []],
  ['mcp', /^packages\/mcp\//, []],
  // What a person opens. It knows the service by its API alone.
  ['dashboard', /^packages\/dashboard\//, []],
  ['examples', /^examples\//, []],
  ['ingress', /^ingress\//, ['declarations', 'http', 'basics']],
  // It runs the template: what it needs to know of the service stands there.
  ['local', /^packages\/local\//, []],
  [
    'test',
    /^test\//,
    [
      'tools',
      'local',
      'lib',
      'sdk',
      'mcp',
      'dashboard',
      'ingress',
      'functions',
      'wire',
      'declarations',
      'credentials',
      'http',
      'domain',
      'records',
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
  'packages/local/src',
  'packages/cli/src',
  'scripts',
  'bench',
  'packages/mcp/src',
  'packages/sdk/src',
  'packages/dashboard/src',
  'examples',
  'test',
]
  .flatMap((root) => readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => join(root, name)))
  .filter((file) => /\.tsx?$/.test(file));

const imports = new Map(sources.map((file) => [file, importsOf(file)]));

/** Imported files of ours, type-only imports included. */
function importsOf(file: string): string[] {
  const found = textOf(file).matchAll(/(?:\bfrom|\bimport|\bimport\(|\brequire\()\s*'(\.[^']*)'/g);
  return [...found].map(([, path = '']) => fileOf(normalize(join(file, '..', path))));
}

function textOf(file: string): string {
  return readFileSync(file, 'utf8');
}

function fileOf(path: string): string {
  const candidates = [path, `${path}.ts`, `${path}.tsx`, `${path}.d.ts`, `${path}/index.ts`];
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

/**
 * The districts of shared/domain, and the ones each may import: from what a caller or a due time asks for, down to what
 * things are. Types count, for they couple as well. What the table stores is in shared/db/records, which every district
 * may know.
 */
const districts: Record<string, string[]> = {
  conversations: ['consent', 'send', 'audience', 'platform'],
  tracking: ['consent', 'send', 'audience', 'platform'],
  consent: ['marketing', 'send', 'audience', 'platform'],
  marketing: ['send', 'audience', 'platform'],
  send: ['audience', 'platform'],
  audience: ['platform'],
  platform: [],
};

const districtOf = (file: string): string => file.split('/')[2] ?? '';

test('a district of the domain imports only the districts below it', () => {
  const arrows = sources
    .filter((file) => file.startsWith('shared/domain/'))
    .flatMap((from) => importsOf(from).map((to) => ({ from, to })))
    .filter(({ to }) => to.startsWith('shared/domain/'))
    .filter(({ from, to }) => districtOf(from) !== districtOf(to));

  expect(arrows.length).toBeGreaterThan(50);
  expect(
    arrows
      .filter(({ from, to }) => !districts[districtOf(from)]?.includes(districtOf(to)))
      .map(({ from, to }) => `${from} -> ${to}`),
  ).toEqual([]);
});

test('the arrows between districts form no circle', () => {
  const order = Object.keys(districts);

  for (const [index, district] of order.entries())
    expect(order.slice(index + 1)).toEqual(expect.arrayContaining(districts[district] ?? []));
});

test('the wire has its words in functions/, and the table its expressions in shared/db', () => {
  // What others say of mail is read by schemas of their own.
  const readers = ['provider-event.ts', 'receipt.ts'];
  const domain = sources.filter((file) => file.startsWith('shared/domain/'));

  expect(
    domain
      .filter((file) => /from '(zod|.*\/schema\/schema')/.test(textOf(file)))
      .map((file) => basename(file))
      .sort(),
  ).toEqual(readers);
  expect(
    sources.filter(
      (file) =>
        /^(shared|functions)\//.test(file) &&
        !file.startsWith('shared/db/') &&
        /(Update|Condition)Expression/.test(textOf(file)),
    ),
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

/** `npm start`, `npm run admin` and `npm run doctor` do not wait for the loader that such an import needs. */
test('programs that start at once import no file of ours on the way', () => {
  const programs = sources.filter((file) => /^packages\/(local|cli)\b/.test(file));

  expect(programs.length).toBeGreaterThan(100);
  expect(programs.filter((file) => /\bimport\(\s*'\./.test(textOf(file)))).toEqual([]);
});

test('pages ask the service through the SDK, and the machine through service/', () => {
  const askThemselves = sources.filter(
    (file) => file.startsWith('packages/dashboard/src/') && /\bfetch\(/.test(textOf(file)),
  );

  expect(askThemselves.map((file) => file.slice('packages/dashboard/src/'.length)).sort()).toEqual([
    'service/ask.ts',
    'service/client.ts',
    'session/session.ts',
  ]);
});
