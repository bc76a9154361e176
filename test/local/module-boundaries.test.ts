import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join, normalize, sep } from 'node:path';

/**
 * The modules of the local runtime and their imports. A module imports only modules above it, so there are no
 * cycles. The test also fails if a listed import is not used.
 */
const modules: [moduleName: string, imports: string[]][] = [
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
  ['control', ['machine', 'clock', 'network', 'database', 'lambda', 'aws', 'mail']],
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
  ['main.ts', ['start']],
];

type Graph = Map<string, Set<string>>;

const sources = readdirSync('packages/local/src', { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.c?[jt]s$/.test(name),
);

const imports: Graph = new Map(sources.map((file) => [file, new Set(importsOf(file))]));

/** Returns the files of packages/local that a file imports, including type imports. */
function importsOf(file: string): string[] {
  const visited = readFileSync(join('packages/local/src', file), 'utf8').matchAll(
    /(?:\bfrom|\bimport|\bimport\(|\brequire\()\s*'(\.[^']*)'/g,
  );
  return [...visited].map(([, path = '']) => resolveFile(normalize(join(file, '..', path))));
}

function resolveFile(path: string): string {
  const isFile = (name: string) =>
    statSync(join('packages/local/src', name), { throwIfNoEntry: false })?.isFile() ?? false;
  return [path, `${path}.ts`].find(isFile) ?? path;
}

/** Returns, for each folder, the imports between its files and subfolders. */
function edgesInsideFolders(): Map<string, Graph> {
  const graphsByFolder = new Map<string, Graph>();
  for (const [importer, importedFiles] of imports) {
    for (const imported of importedFiles) {
      const { folder, members } = commonFolderOf(importer.split(sep), imported.split(sep));
      const graph: Graph = graphsByFolder.get(folder) ?? new Map();
      graphsByFolder.set(folder, addEdge(graph, members));
    }
  }
  return graphsByFolder;
}

/** Returns the deepest folder that contains both paths, and for each path the member of that folder that contains it. */
function commonFolderOf(
  importer: string[],
  imported: string[],
): { folder: string; members: [string, string] } {
  const depth = importer.findIndex((name, index) => name !== imported[index]);
  return {
    folder: importer.slice(0, depth).join(sep),
    members: [importer[depth] ?? '', imported[depth] ?? ''],
  };
}

function addEdge(graph: Graph, [importer, imported]: [string, string]): Graph {
  return graph.set(importer, new Set([...(graph.get(importer) ?? []), imported]));
}

function findCycles(graph: Graph): string[] {
  return [...graph.keys()].filter((node) => findReachable(graph, node).has(node));
}

/** Returns all nodes that the node reaches, directly or indirectly. */
function findReachable(graph: Graph, node: string): Set<string> {
  const visited = new Set<string>();
  const pending = [...(graph.get(node) ?? [])];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (visited.has(next)) continue;
    visited.add(next);
    pending.push(...(graph.get(next) ?? []));
  }
  return visited;
}

test('local/ contains only its entry and its modules', () => {
  expect(readdirSync('packages/local/src').sort()).toEqual(modules.map(([moduleName]) => moduleName).sort());
});

test('each module imports exactly the modules in its row, which are all listed above it', () => {
  const order = modules.map(([moduleName]) => moduleName);
  const edges = edgesInsideFolders().get('') ?? new Map<string, Set<string>>();

  const visited = order.map((moduleName) => [
    moduleName,
    order.filter((other) => edges.get(moduleName)?.has(other)),
  ]);

  expect(visited).toEqual(modules);
  for (const [index, [, importedFiles]] of modules.entries()) {
    expect(order.slice(0, index)).toEqual(expect.arrayContaining(importedFiles));
  }
});

test('no files of local/ have circular imports', () => {
  expect(sources.length).toBeGreaterThan(100);
  expect(findCycles(imports)).toEqual([]);
});

test('no members of a folder have circular imports', () => {
  const cycles = [...edgesInsideFolders()].map(([folder, edges]) => [folder, findCycles(edges)]);

  expect(cycles.filter(([, members]) => members?.length)).toEqual([]);
});
