import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildBundles, type Bundle } from '../lib/bundling/bundles';
import { bundleDir } from '../lib/bundling/code-folders';
import { entryPoints } from '../lib/bundling/entry-points';
import { bundleUnslimmed, sdkOfSend } from './baseline';
import { importTimes } from './import-time';
import { count, verdict, type Table } from './table';

/** In the budgets, a KB is 1,024 bytes. */
const budgets = { bytes: 450 * 1024, ratio: 1.25 };

const slimmed: Bundle = { name: 'sdkOfSend', entry: '.build/sdk-of-send.ts' };
const plainFile = '.build/sdk-of-send.js';

/**
 * Measures how many bytes each function loads at start, and compares the import time of the send function with the
 * import time of its SDK clients.
 */
export async function measureBundles(): Promise<Table[]> {
  const bundles = entryPoints();
  mkdirSync('.build', { recursive: true });
  writeFileSync(slimmed.entry, sdkOfSend);
  await buildBundles([...bundles, slimmed]);
  await bundleUnslimmed(slimmed.entry, plainFile);

  const indexes = [...bundles, slimmed].map(({ name }) => indexOf(name));
  const times = await importTimes([...indexes, plainFile].map((file) => resolve(file)));
  const msOf = (file: string): number => times.get(resolve(file)) ?? 0;
  const tables = [sendTable(msOf), allTable(bundles, msOf)];
  rmSync(bundleDir(slimmed.name), { recursive: true });
  return tables;
}

const indexOf = (name: string): string => join(bundleDir(name), 'index.js');

function sendTable(msOf: (file: string) => number): Table {
  const send = indexOf('sendEmail');
  const bytes = statSync(send).size;
  const ratioTo = (file: string): number => msOf(send) / msOf(file);
  return {
    id: 'send-bundle',
    title: 'The send function compared with its SDK clients',
    head: ['metric', 'measured', 'budget', ''],
    rows: [
      ['bytes loaded at start', count(bytes), count(budgets.bytes), verdict(bytes, budgets.bytes)],
      ['import, ms of CPU', msOf(send).toFixed(1), '-', ''],
      ['SDK clients as bundled by esbuild: import, ms of CPU', msOf(plainFile).toFixed(1), '-', ''],
      [
        'send function relative to these clients',
        ratioTo(plainFile).toFixed(2),
        budgets.ratio,
        verdict(ratioTo(plainFile), budgets.ratio),
      ],
      [
        'SDK clients slimmed by lib/bundling/slimming.ts: import, ms of CPU',
        msOf(indexOf(slimmed.name)).toFixed(1),
        '-',
        '',
      ],
      [
        'send function relative to these clients',
        ratioTo(indexOf(slimmed.name)).toFixed(2),
        budgets.ratio,
        verdict(ratioTo(indexOf(slimmed.name)), budgets.ratio),
      ],
    ],
  };
}

const allTable = (bundles: readonly Bundle[], msOf: (file: string) => number): Table => ({
  id: 'bundles',
  title: 'Every function',
  head: ['function', 'bytes loaded at start', 'bytes loaded on demand', 'import, ms of CPU'],
  rows: bundles.map(({ name }) => [
    name,
    count(statSync(indexOf(name)).size),
    lazyFilesOf(name),
    msOf(indexOf(name)).toFixed(1),
  ]),
});

const lazyFilesOf = (name: string): string =>
  readdirSync(bundleDir(name))
    .filter((file) => file.endsWith('.lazy.js'))
    .map((file) => `${file.replace('.lazy.js', '')} ${count(statSync(join(bundleDir(name), file)).size)}`)
    .join(', ');
