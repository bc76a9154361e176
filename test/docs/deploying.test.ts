import { readFileSync } from 'node:fs';
import { jobs } from '../../functions/workers/jobs';
import { findResources, type Templates } from '../infra/support/templates';
import { synthesize } from '../infra/support/synthesize';

const readPage = (page: string): string => readFileSync(`${page}.md`, 'utf8');

/** Returns the body cells, without markup, of the table with this first header cell. */
function tableOf(page: string, firstCell: string): string[][] {
  const lines = readPage(page).split('\n');
  const headIndex = lines.findIndex((line) => line.startsWith(`| ${firstCell} `));
  const endIndex = lines.findIndex((line, index) => index > headIndex && !line.startsWith('|'));
  return lines.slice(headIndex + 2, endIndex).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.replaceAll('**', '').trim()),
  );
}

let templates: Templates;

beforeAll(async () => {
  templates = await synthesize({
    stage: 'prod',
    preset: 'full',
    users: true,
    customerKey: true,
    publicUrl: 'https://mail.acme.example',
  });
});

test('the table of retained resources names exactly the retained resources', () => {
  const retainedResources = Object.entries(templates).flatMap(([stack, { Resources }]) =>
    Object.entries(Resources)
      .filter(([, { DeletionPolicy }]) => DeletionPolicy?.startsWith('Retain'))
      .map(([id]) => `${stack}/${id.replace(/[0-9A-F]{8}$/, '')}`),
  );

  const namedResources = tableOf('docs/deploying', 'What').flatMap(([what = '', stack = '']) =>
    [...what.matchAll(/`(\w+)…`/g)].map(([, id]) => `${stack.replaceAll('`', '')}/${id}`),
  );

  expect(retainedResources.length).toBeGreaterThan(5);
  expect(namedResources.toSorted()).toEqual(retainedResources.toSorted());
});

test('each output on the page exists in its stack', () => {
  const namedResources = [
    ...readPage('docs/deploying').matchAll(/output `(\w+)(…?)`(?: of the stack `(\w+)`)?/g),
  ];

  expect(namedResources.length).toBeGreaterThan(2);
  for (const [, output = '', isPrefix, stack] of namedResources) {
    const outputs = Object.entries(templates)
      .filter(([stackName]) => !stack || stackName === stack)
      .flatMap(([, { Outputs = {} }]) => Object.keys(Outputs));
    expect(outputs).toContainEqual(isPrefix ? expect.stringMatching(`^${output}`) : output);
  }
});

describe('the cost of 1,000 emails', () => {
  const rows = tableOf('bench/results/cost', 'Part').map((cells) =>
    cells.map((cell) => cell.replace(/^\$/, '')),
  );
  const [parts, sumRow = []] = [rows.slice(0, -1), rows.at(-1)];

  test.each(parts)(
    'for %s is the number of units times the price',
    (_part, singleEvents, batchedEvents, price, ...costs) => {
      const expected = [singleEvents, batchedEvents].map((units) =>
        ((1_000 * Number(units) * Number(price)) / 1e6).toFixed(5),
      );

      expect(costs).toEqual(expected);
    },
  );

  test('the totals match the rows, and events in batches of ten keep the total at two cents or less', () => {
    const [singleEvents, batchedEvents] = [4, 5].map((column) =>
      parts.reduce((total, cells) => total + Number(cells[column]), 0),
    );

    expect(sumRow.slice(4)).toEqual([singleEvents?.toFixed(4), batchedEvents?.toFixed(4)]);
    expect(batchedEvents).toBeLessThanOrEqual(0.02);
    // With one event per batch, the total exceeds two cents, as the page says.
    expect(singleEvents).toBeGreaterThan(0.02);
    expect(readPage('docs/deploying')).toContain(
      `about two cents: $${sumRow[4]} at low volume, and $${sumRow[5]} when one invocation records ten events`,
    );
  });

  test('reads and writes match the sums of bench/results/units.md', () => {
    const [reads, writes] = tableOf('bench/results/units', 'Call').at(-1)?.slice(-2) ?? [];
    const [, singleReads, singleWrites] =
      /events arrive in separate batches, the sums are (\d+) and (\d+)\./.exec(
        readPage('bench/results/units'),
      ) ?? [];
    const units = parts.map(([stackName, singleEvents, batchedEvents]) => [
      stackName,
      singleEvents,
      batchedEvents,
    ]);

    expect(units).toContainEqual(['DynamoDB reads', singleReads, reads]);
    expect(units).toContainEqual(['DynamoDB writes', singleWrites, writes]);
  });
});

test('the page about operating counts the queues that Lambda polls', () => {
  const queueWorkers = Object.values(jobs).filter(({ trigger }) => trigger.kind === 'queue').length;

  expect(findResources(templates, 'AWS::Lambda::EventSourceMapping')).toHaveLength(queueWorkers);
  expect(readPage('docs/operating')).toContain(`Each of the ${queueWorkers} queues has five pollers`);
});
