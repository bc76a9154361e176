import { readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, join, normalize } from 'node:path';

/**
 * The parts of the code, and the other parts that each part may import. A file belongs to the first part whose pattern
 * it matches. A part may always import itself. The test fails for a file that matches no pattern.
 */
const layers: [part: string, files: RegExp, mayImport: string[]][] = [
  [
    'declarations',
    /^functions\/(.*\/(routes|examples|descriptions)|workers\/(jobs|job-needs))\.ts$/,
    ['wire', 'domain', 'records', 'http', 'basics'],
  ],
  // The wire format: schemas, and code that reads requests and builds responses.
  [
    'wire',
    /^functions\/(api\/[\w-]+|workers\/operator)\/(shapes|present[\w-]*|read-[\w-]+|[\w-]+-shape|truncate-to-fit)\.ts$/,
    ['domain', 'records', 'http', 'text', 'basics'],
  ],
  // The part of the MCP server that runs in the Lambda function.
  ['served', /^functions\/api\/mcp\/.*\.lazy\.ts$/, ['mcp']],
  [
    'functions',
    /^functions\//,
    ['declarations', 'wire', 'served', 'domain', 'records', 'http', 'db', 'text', 'basics', 'openapi.json'],
  ],
  ['domain', /^shared\/domain\//, ['records', 'db', 'aws', 'text', 'basics']],
  // The request pipeline imports shared/domain only to authenticate the caller.
  [
    'credentials',
    /^shared\/http\/(rate-limit|authenticate)\.ts$/,
    ['http', 'domain', 'records', 'db', 'basics'],
  ],
  ['http', /^shared\/http\//, ['credentials', 'records', 'db', 'aws', 'text', 'basics']],
  // The types of stored records, and small functions for these types. Every part may import them.
  ['records', /^shared\/db\/records\//, ['db', 'basics']],
  ['db', /^shared\/db\//, ['records', 'basics']],
  ['aws', /^shared\/aws\//, ['basics']],
  ['text', /^shared\/text\//, ['basics']],
  ['basics', /^shared\/(core|async|schema)\/[\w-]+\.ts$/, ['package.json']],
  [
    'tools',
    /^(scripts|bench|packages\/(cli|cdk)|lib\/(openapi|rules))\//,
    [
      'bin',
      'lib',
      'local',
      'mcp',
      'sdk',
      'import',
      'declarations',
      'wire',
      'http',
      'domain',
      'records',
      'db',
      'aws',
      'text',
      'basics',
      'package.json',
      // The packed pages and the site resolve links in one way.
      'site',
      'test',
    ],
  ],
  ['lib', /^lib\//, ['declarations', 'http', 'basics']],
  ['bin', /^bin\//, ['lib']],
  // Code that users install or copy into their own programs.
  ['sdk', /^packages\/sdk\//, []],
  ['mcp', /^packages\/mcp\//, []],
  // The test kit starts the local runtime as a process, and calls its control API.
  ['testing', /^packages\/testing\//, []],
  // The pages of the dashboard, which access the service only through its API, but read placeholders as the service does.
  ['dashboard', /^packages\/dashboard\//, ['import', 'text']],
  // The importer of the command line and the dashboard, which runs in Node and in browsers.
  ['import', /^packages\/import\//, ['sdk', 'records', 'basics']],
  ['examples', /^examples\//, []],
  ['ingress', /^ingress\//, ['declarations', 'http', 'basics']],
  // The local runtime runs the CloudFormation template, and has no other source of information about the service.
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
      'testing',
      'dashboard',
      'import',
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
      'package.json',
      'site',
    ],
  ],
  ['openapi.json', /^openapi\.json$/, []],
  ['package.json', /^package\.json$/, []],
  // The documentation site.
  ['site', /^docs\/\.vitepress\//, ['package.json']],
];

const sources = [
  'bin',
  'lib',
  'functions',
  'shared',
  'ingress',
  'packages/local/src',
  'packages/cdk',
  'packages/cli/src',
  'packages/import/src',
  'scripts',
  'bench',
  'packages/mcp/src',
  'packages/sdk/src',
  'packages/testing/src',
  'packages/dashboard/src',
  'examples',
  'docs/.vitepress',
  'test',
]
  .flatMap((root) => readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => join(root, name)))
  .filter((file) => /\.tsx?$/.test(file));

const imports = new Map(sources.map((file) => [file, importsOf(file)]));

/** Returns the repository files that this file imports, including type-only imports. */
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

/** Packages in package-lock.json, by folder. */
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, { license?: string; dependencies?: Record<string, string> }>;
};

/** The packages that a file imports, without Node's own modules. */
const packagesOf = (file: string): string[] =>
  [
    ...textOf(file).matchAll(
      /(?:\bfrom|\bimport|\bimport\(|\brequire\()\s*'((?:@[\w-]+\/)?[a-z][\w.-]*)[^':]*'/g,
    ),
  ].map(([, name = '']) => name);

/** Returns these packages and their dependencies. */
function withDependencies(names: string[]): string[] {
  const found = new Set(names);
  for (const name of found) {
    for (const [folder, { dependencies = {} }] of Object.entries(packages))
      if (folder.endsWith(`node_modules/${name}`))
        Object.keys(dependencies).forEach((each) => found.add(each));
  }
  return [...found];
}

const layerOf = (file: string) => layers.find(([, files]) => files.test(file));

function isAllowed(from: string, to: string): boolean {
  const [source, target] = [layerOf(from), layerOf(to)];
  if (!source || !target) return false;
  return source[0] === target[0] || source[2].includes(target[0]);
}

test('every import follows the allowed dependencies', () => {
  const importEdges = [...imports].flatMap(([from, all]) => all.map((to) => ({ from, to })));

  expect(importEdges.length).toBeGreaterThan(200);
  expect(
    importEdges.filter(({ from, to }) => !isAllowed(from, to)).map(({ from, to }) => `${from} -> ${to}`),
  ).toEqual([]);
});

/**
 * The districts (subfolders) of shared/domain, and the districts that each district may import. The list begins with
 * the features that build on other districts, and ends with the basic resources. Type-only imports must follow the same
 * rules, because they also couple districts. Stored records are in shared/db/records, which every district may import.
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

test('a district of shared/domain imports only the districts that it may import', () => {
  const importEdges = sources
    .filter((file) => file.startsWith('shared/domain/'))
    .flatMap((from) => importsOf(from).map((to) => ({ from, to })))
    .filter(({ to }) => to.startsWith('shared/domain/'))
    .filter(({ from, to }) => districtOf(from) !== districtOf(to));

  expect(importEdges.length).toBeGreaterThan(50);
  expect(
    importEdges
      .filter(({ from, to }) => !districts[districtOf(from)]?.includes(districtOf(to)))
      .map(({ from, to }) => `${from} -> ${to}`),
  ).toEqual([]);
});

test('districts do not import each other in cycles', () => {
  const order = Object.keys(districts);

  for (const [index, district] of order.entries())
    expect(order.slice(index + 1)).toEqual(expect.arrayContaining(districts[district] ?? []));
});

test('no shipped code uses a package that is licensed only under the GPL, the LGPL or the AGPL', () => {
  const isShipped = (file: string) => /^(packages|functions|shared|ingress|lib|bin)\//.test(file);
  const used = withDependencies([...new Set(sources.filter(isShipped).flatMap(packagesOf))]);
  const licenses = Object.entries(packages)
    .map(([folder, { license = '' }]) => ({ name: folder.split('node_modules/').at(-1) ?? '', license }))
    .filter(({ name }) => used.includes(name));

  expect(licenses.length).toBeGreaterThan(200);
  expect(licenses.filter(({ license }) => /^[AL]?GPL/.test(license))).toEqual([]);
});

test('wire schemas stay in functions/, and DynamoDB expressions in shared/db', () => {
  // These schemas read formats that AWS defines: SES events and receipts.
  const schemaFiles = ['provider-event.ts', 'receipt.ts'];
  const domain = sources.filter((file) => file.startsWith('shared/domain/'));

  expect(
    domain
      .filter((file) => /from '(zod|.*\/schema\/schema')/.test(textOf(file)))
      .map((file) => basename(file))
      .sort(),
  ).toEqual(schemaFiles);
  expect(
    sources.filter(
      (file) =>
        /^(shared|functions)\//.test(file) &&
        !file.startsWith('shared/db/') &&
        /(Update|Condition)Expression/.test(textOf(file)),
    ),
  ).toEqual([]);
});

test('files in shared/ do not import each other in cycles', () => {
  const cyclicFiles = sources.filter((file) => file.startsWith('shared/') && reachable(file).has(file));

  expect(cyclicFiles).toEqual([]);
});

/** Returns every file that this file imports, directly or indirectly. */
function reachable(file: string): Set<string> {
  const found = new Set<string>();
  const pending = [...(imports.get(file) ?? [])];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    pending.push(...(imports.get(next) ?? []));
  }
  return found;
}

/**
 * Dynamic imports of TypeScript files require the ESM loader of tsx, which `npm start` does not use. The command line
 * imports only the command that the user chooses.
 */
test("the local runtime and the commands do not import the repository's files dynamically", () => {
  const programs = sources.filter((file) => /^packages\/(local|cli)\b/.test(file));

  expect(programs.length).toBeGreaterThan(100);
  expect(programs.filter((file) => /\bimport\(\s*'\./.test(textOf(file)))).toEqual([
    'packages/cli/src/commands.ts',
    'packages/cli/src/package-main.ts',
  ]);
});

test('in the dashboard, only the SDK client, the JSON client, the version check and the session module call fetch', () => {
  const filesThatFetch = sources.filter(
    (file) => file.startsWith('packages/dashboard/src/') && /\bfetch\(/.test(textOf(file)),
  );

  expect(filesThatFetch.map((file) => file.slice('packages/dashboard/src/'.length)).sort()).toEqual([
    'service/client.ts',
    'service/request-json.ts',
    'service/version.ts',
    'session/session.ts',
  ]);
});
