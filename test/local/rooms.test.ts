import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join, normalize, sep } from 'node:path';

/**
 * The rooms of local/ and which of them each imports. A room imports only rooms above it, so they form no circle.
 * The table is exact: an arrow that is not used any more fails as well.
 */
const rooms: [room: string, imports: string[]][] = [
  ['machine', []],
  ['clock', []],
  ['mime', []],
  ['template', ['machine']],
  ['network', ['machine']],
  ['database', ['machine', 'template']],
  ['lambda', ['machine', 'clock', 'template', 'network']],
  ['aws', ['machine', 'clock', 'mime', 'template', 'network', 'database', 'lambda']],
  ['mail', ['clock', 'mime', 'template', 'network', 'aws']],
  ['gateway', ['machine', 'clock', 'template', 'network', 'lambda']],
  ['control', ['machine', 'clock', 'network', 'lambda', 'aws', 'mail']],
  ['dashboard', ['clock', 'mime', 'network', 'aws', 'mail']],
  [
    'start',
    [
      'machine',
      'clock',
      'template',
      'network',
      'database',
      'lambda',
      'aws',
      'mail',
      'gateway',
      'control',
      'dashboard',
    ],
  ],
  ['main.ts', ['machine', 'start']],
];

type Graph = Map<string, Set<string>>;

const sources = readdirSync('packages/local/src', { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.c?[jt]s$/.test(name),
);

const imports: Graph = new Map(sources.map((file) => [file, new Set(importsOf(file))]));

/** Imported files of local/, types included: they couple as well. */
function importsOf(file: string): string[] {
  const found = readFileSync(join('packages/local/src', file), 'utf8').matchAll(
    /(?:\bfrom|\bimport|\bimport\(|\brequire\()\s*'(\.[^']*)'/g,
  );
  return [...found].map(([, path = '']) => fileOf(normalize(join(file, '..', path))));
}

function fileOf(path: string): string {
  const isFile = (name: string) =>
    statSync(join('packages/local/src', name), { throwIfNoEntry: false })?.isFile() ?? false;
  return [path, `${path}.ts`].find(isFile) ?? path;
}

/** For each folder of local/ the arrows between its members: files and folders. */
function arrowsInside(): Map<string, Graph> {
  const inside = new Map<string, Graph>();
  for (const [from, all] of imports) {
    for (const to of all) {
      const { folder, members } = parting(from.split(sep), to.split(sep));
      const graph: Graph = inside.get(folder) ?? new Map();
      inside.set(folder, addArrow(graph, members));
    }
  }
  return inside;
}

/** The folder in which the two paths part, and the member of it that each goes through. */
function parting(from: string[], to: string[]): { folder: string; members: [string, string] } {
  const depth = from.findIndex((name, index) => name !== to[index]);
  return { folder: from.slice(0, depth).join(sep), members: [from[depth] ?? '', to[depth] ?? ''] };
}

function addArrow(graph: Graph, [from, to]: [string, string]): Graph {
  return graph.set(from, new Set([...(graph.get(from) ?? []), to]));
}

function inCircles(graph: Graph): string[] {
  return [...graph.keys()].filter((node) => reachable(graph, node).has(node));
}

/** Everything that the node leads to, directly or not. */
function reachable(graph: Graph, node: string): Set<string> {
  const found = new Set<string>();
  const open = [...(graph.get(node) ?? [])];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    open.push(...(graph.get(next) ?? []));
  }
  return found;
}

test('local/ has its entry and rooms, nothing else', () => {
  expect(readdirSync('packages/local/src').sort()).toEqual(rooms.map(([room]) => room).sort());
});

test('each room imports the rooms of its line, which stand above it, and no other', () => {
  const order = rooms.map(([room]) => room);
  const arrows = arrowsInside().get('') ?? new Map<string, Set<string>>();

  const found = order.map((room) => [room, order.filter((other) => arrows.get(room)?.has(other))]);

  expect(found).toEqual(rooms);
  for (const [index, [, all]] of rooms.entries()) {
    expect(order.slice(0, index)).toEqual(expect.arrayContaining(all));
  }
});

test('no files of local/ import each other in a circle', () => {
  expect(sources.length).toBeGreaterThan(100);
  expect(inCircles(imports)).toEqual([]);
});

test('no members of a folder import each other in a circle', () => {
  const circles = [...arrowsInside()].map(([folder, arrows]) => [folder, inCircles(arrows)]);

  expect(circles.filter(([, members]) => members?.length)).toEqual([]);
});
