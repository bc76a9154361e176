import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gzipSync } from 'node:zlib';
import { buildSync } from 'esbuild';
import { buildDashboard } from '../lib/bundling/dashboard';
import { count, verdict, type Table } from './table';

/** The maximum number of compressed bytes that the browser loads before the dashboard shows its first page. */
const firstLoadBudget = 180_000;

/** Measures what users download: the SDK, the MCP server and the dashboard. */
export async function measureClientSizes(): Promise<Table[]> {
  const pages = mkdtempSync(join(tmpdir(), 'pages-'));
  try {
    await buildDashboard(pages);
    return [
      {
        id: 'faces',
        title: 'Download sizes',
        head,
        rows: [...sdkRows(), ...toolRows(), ...pageRows(pages)],
      },
    ];
  } finally {
    rmSync(pages, { recursive: true });
  }
}

const head = ['download', 'bytes', 'compressed', 'budget', ''];

/** The whole SDK, bundled. */
function sdkRows(): Table['rows'] {
  const entryPoints = ['packages/sdk/src/index.ts'];
  const { outputFiles } = buildSync({ entryPoints, bundle: true, minify: true, write: false, format: 'esm' });
  return [rowOf('the SDK, bundled and minified', outputFiles[0]?.contents ?? new Uint8Array())];
}

function toolRows(): Table['rows'] {
  execFileSync(process.execPath, ['packages/mcp/build.mjs']);
  return [rowOf('the MCP server, the one file that `npx` runs', readFileSync('packages/mcp/dist/main.js'))];
}

const rowOf = (label: string, bytes: Uint8Array) => [
  label,
  count(bytes.length),
  count(gzipSync(bytes).length),
  '-',
  '',
];

/** Sizes of the pages, compressed as the service returns them. */
function pageRows(dir: string): Table['rows'] {
  const document = brotliDecompressSync(readFileSync(join(dir, 'index.html.br'))).toString();
  const first = [...document.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map(([, file = '']) => file);
  const firstLoad = sizesOf(dir, first);
  const all = sizesOf(
    dir,
    readdirSync(join(dir, 'assets')).map((file) => `assets/${file.replace(/\.br$/, '')}`),
  );
  return [
    [
      'the dashboard, before its first page is shown',
      count(firstLoad.bytes),
      count(firstLoad.compressed),
      count(firstLoadBudget),
      verdict(firstLoad.compressed, firstLoadBudget),
    ],
    ['all pages of the dashboard', count(all.bytes), count(all.compressed), '-', ''],
  ];
}

function sizesOf(dir: string, files: readonly string[]) {
  const compressed = files.map((file) => join(dir, `${file}.br`));
  return {
    bytes: compressed.reduce((sum, file) => sum + brotliDecompressSync(readFileSync(file)).length, 0),
    compressed: compressed.reduce((sum, file) => sum + statSync(file).size, 0),
  };
}
