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
    ['wire', 'domain', 'http', 'basics'],
  ],
  // What the wire says: shapes, how requests are read, how records are shown.
  [
    'wire',
    /^functions\/(api\/[\w-]+|workers\/operator)\/(shapes|present[\w-]*|read-[\w-]+|[\w-]+-shape|what-fits)\.ts$/,
    ['domain', 'http', 'text', 'basics'],
  ],
  // The tool server, in the function that serves it.
  ['served', /^functions\/api\/mcp\/.*\.lazy\.ts$/, ['mcp']],
  [
    'functions',
    /^functions\//,
    ['declarations', 'wire', 'served', 'domain', 'http', 'db', 'text', 'basics', 'openapi.json'],
  ],
  ['domain', /^shared\/domain\//, ['db', 'aws', 'text', 'basics']],
  // The pipeline asks the domain one thing: who is this?
  ['credentials', /^shared\/http\/(allowance|credential)\.ts$/, ['http', 'domain', 'db', 'basics']],
  ['http', /^shared\/http\//, ['credentials', 'db', 'aws', 'text', 'basics']],
  ['db', /^shared\/db\//, ['basics']],
  ['aws', /^shared\/aws\//, ['basics']],
  ['text', /^shared\/text\//, ['basics']],
  ['basics', /^shared\/[\w-]+\.ts$/, []],
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
  ['local', /^local\//, []],
  [
    'tools',
    /^(scripts|bench)\//,
    [
      'bin',
      'lib',
      'local',
      'mcp',
      'declarations',
      'wire',
      'http',
      'domain',
      'db',
      'aws',
      'text',
      'basics',
      'test',
    ],
  ],
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
  'packages/mcp/src',
  'packages/sdk/src',
  'packages/dashboard/src',
  'examples',
  'test',
]
  .flatMap((root) => readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => join(root, name)))
  .filter((file) => /\.tsx?$/.test(file));

const imports = new Map(sources.map((file) => [file, importsOf(file)]));

/** Imported files of ours; types count, for they couple as well, unless values alone are asked for. */
function importsOf(file: string, what: 'all' | 'values' = 'all'): string[] {
  const text = what === 'all' ? textOf(file) : withoutTypes(textOf(file));
  const found = text.matchAll(/(?:\bfrom|\bimport|\bimport\(|\brequire\()\s*'(\.[^']*)'/g);
  return [...found].map(([, path = '']) => fileOf(normalize(join(file, '..', path))));
}

function withoutTypes(text: string): string {
  return text.replace(/^import type [^;]*;$/gm, '');
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
 * The rooms of shared/domain, and whom each may ask. Arrows go from who asks to what is asked: from what somebody
 * wants (a request, a due time, a decision, a report) down to what things are. What a thing is, its record.ts and
 * its types, everybody may know.
 */
const rooms: Record<string, string[]> = {
  sending: [
    'approvals',
    'later',
    'departure',
    'checks',
    'templates',
    'api-keys',
    'billing',
    'threads',
    'emails',
  ],
  approvals: ['later', 'departure', 'checks', 'threads', 'emails', 'due'],
  // What others tell us of: mail that arrives, and what became of mail that left.
  // Takes everybody whom it adds through what happens to people, opt-outs first.
  imports: ['happenings', 'enrolments', 'audiences', 'contacts', 'suppressions', 'topics'],
  inbound: ['happenings', 'threads', 'webhooks', 'contents'],
  reports: ['happenings', 'departure', 'webhooks', 'domains', 'workspaces', 'contacts', 'emails'],
  // Above every noun that must hear of what happens to an address.
  happenings: ['later', 'enrolments', 'contacts', 'follow-ups', 'suppressions', 'topics'],
  // A step of an automation, from its due time to the departure.
  steps: [
    'departure',
    'checks',
    'enrolments',
    'automations',
    'contacts',
    'emails',
    'templates',
    'topics',
    'due',
  ],
  // Who is in an automation: enrolled, left, listed.
  enrolments: [
    'automations',
    'api-keys',
    'contacts',
    'suppressions',
    'topics',
    'deletions',
    'due',
    'follow-ups',
  ],
  // What an automation is.
  automations: ['audiences', 'domains', 'templates', 'topics', 'deletions', 'due', 'follow-ups'],
  // How a campaign is carried out: whom it is for, and how they are mailed.
  'campaign-runs': [
    'campaigns',
    'departure',
    'checks',
    'billing',
    'domains',
    'workspaces',
    'emails',
    'templates',
    'segments',
    'suppressions',
    'topics',
    'due',
  ],
  // What a campaign is, and what may be done with it.
  campaigns: [
    'reports',
    'checks',
    'billing',
    'api-keys',
    'domains',
    'workspaces',
    'segments',
    'audiences',
    'topics',
    'contents',
    'deletions',
    'due',
  ],
  later: ['departure', 'checks', 'threads', 'domains', 'emails', 'due'],
  departure: ['checks', 'links', 'billing', 'domains', 'workspaces', 'threads', 'emails'],
  checks: [
    'api-keys',
    'billing',
    'domains',
    'threads',
    'emails',
    'suppressions',
    'templates',
    'topics',
    'workspaces',
  ],
  links: ['suppressions', 'topics'],
  emails: ['threads', 'contents', 'due'],
  threads: ['contents'],
  webhooks: ['contents', 'due'],
  segments: ['audiences', 'contacts', 'topics'],
  audiences: ['contacts', 'deletions'],
  // What is deleted at once for everybody, and cleared by a job.
  deletions: ['due', 'follow-ups'],
  // Mail that is older than its workspace keeps it.
  retention: ['inbound', 'threads', 'emails', 'contents', 'due', 'follow-ups'],
  operator: [
    'api-keys',
    'billing',
    'contents',
    'deletions',
    'domains',
    'inbound',
    'retention',
    'users',
    'webhooks',
    'workspaces',
  ],
  // Who signs in.
  users: ['api-keys', 'workspaces'],
  'api-keys': ['workspaces'],
  billing: ['workspaces'],
  domains: ['workspaces'],
  contacts: [],
  suppressions: [],
  topics: [],
  templates: [],
  contents: [],
  due: [],
  'follow-ups': [],
  workspaces: [],
};

const roomOf = (file: string): string => file.split('/')[2] ?? '';

test('a room of the domain asks only rooms below it', () => {
  const arrows = sources
    .filter((file) => file.startsWith('shared/domain/'))
    .flatMap((from) => importsOf(from, 'values').map((to) => ({ from, to })))
    .filter(({ to }) => to.startsWith('shared/domain/') && !to.endsWith('/record.ts'))
    .filter(({ from, to }) => roomOf(from) !== roomOf(to));

  expect(arrows.length).toBeGreaterThan(50);
  expect(
    arrows
      .filter(({ from, to }) => !rooms[roomOf(from)]?.includes(roomOf(to)))
      .map(({ from, to }) => `${from} -> ${to}`),
  ).toEqual([]);
});

test('the rooms of the domain stand on each other without a circle', () => {
  const below = (room: string, path: string[] = []): string[] => {
    if (path.includes(room)) return [[...path, room].join(' > ')];
    return (rooms[room] ?? []).flatMap((next) => below(next, [...path, room]));
  };

  expect(Object.keys(rooms).flatMap((room) => below(room))).toEqual([]);
});

test('the wire has its words in functions/, and the table its expressions in shared/db', () => {
  // What others say of mail is read by schemas of their own.
  const readers = ['receipt.ts', 'provider-event.ts'];
  const domain = sources.filter((file) => file.startsWith('shared/domain/'));

  expect(
    domain.filter((file) => /from '(zod|.*\/schema')/.test(textOf(file))).map((file) => basename(file)),
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
  const programs = sources.filter((file) => /^(local|scripts\/(admin|doctor))\b/.test(file));

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
