import { readFileSync } from 'node:fs';
import { jobs } from '../../functions/workers/jobs';
import { everywhere, type Templates } from '../../lib/rules/template';
import { synthesizeEach } from '../infra/support/synthesize';

const read = (page: string): string => readFileSync(`docs/${page}.md`, 'utf8');

/** The cells of the table whose first cell is this, without its head, and without marks. */
function tableOf(page: string, firstCell: string): string[][] {
  const lines = read(page).split('\n');
  const head = lines.findIndex((line) => line.startsWith(`| ${firstCell} `));
  const end = lines.findIndex((line, index) => index > head && !line.startsWith('|'));
  return lines.slice(head + 2, end).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.replaceAll('**', '').trim()),
  );
}

let templates: Templates;
let defaults: Templates;

beforeAll(async () => {
  [templates, defaults] = await synthesizeEach([
    { stage: 'prod', preset: 'full', users: true, publicUrl: 'https://mail.acme.example' },
    { stage: 'prod' },
  ]);
});

test('the table of what stays after a removal names every resource that is kept, and no other', () => {
  const kept = Object.entries(templates).flatMap(([stack, { Resources }]) =>
    Object.entries(Resources)
      .filter(([, { DeletionPolicy }]) => DeletionPolicy?.startsWith('Retain'))
      .map(([id]) => `${stack}/${id.replace(/[0-9A-F]{8}$/, '')}`),
  );

  const named = tableOf('deploying', 'What').flatMap(([what = '', stack = '']) =>
    [...what.matchAll(/`(\w+)…`/g)].map(([, id]) => `${stack.replaceAll('`', '')}/${id}`),
  );

  expect(kept.length).toBeGreaterThan(5);
  expect(named.toSorted()).toEqual(kept.toSorted());
});

test('each output that the page names is one of the stack that it names', () => {
  const named = [...read('deploying').matchAll(/output `(\w+)(…?)`(?: of the stack `(\w+)`)?/g)];

  expect(named.length).toBeGreaterThan(2);
  for (const [, output = '', isPart, stack] of named) {
    const outputs = Object.entries(templates)
      .filter(([part]) => !stack || part === stack)
      .flatMap(([, { Outputs = {} }]) => Object.keys(Outputs));
    expect(outputs).toContainEqual(isPart ? expect.stringMatching(`^${output}`) : output);
  }
});

describe('what 1,000 mails cost', () => {
  const rows = tableOf('deploying', 'Part').map((cells) => cells.map((cell) => cell.replace(/^\$/, '')));
  const [parts, sum = []] = [rows.slice(0, -1), rows.at(-1)];

  test.each(parts)('%s: each amount is its units at its price', (_part, alone, inTens, price, ...amounts) => {
    const expected = [alone, inTens].map((units) =>
      ((1_000 * Number(units) * Number(price)) / 1e6).toFixed(5),
    );

    expect(amounts).toEqual(expected);
  });

  test('the sums are those of the rows, and with events in tens within the promised two cents', () => {
    const [alone, inTens] = [4, 5].map((column) =>
      parts.reduce((all, cells) => all + Number(cells[column]), 0),
    );

    expect(sum.slice(4)).toEqual([alone?.toFixed(4), inTens?.toFixed(4)]);
    expect(inTens).toBeLessThanOrEqual(0.02);
    // Each event alone it is more, and the page says so.
    expect(alone).toBeGreaterThan(0.02);
    expect(read('deploying')).toContain('each event comes alone, and it is a little more than two cents');
  });

  test('reads and writes are those that the page of the table adds up', () => {
    const [reads, writes] = tableOf('table', 'Call').at(-1)?.slice(-2) ?? [];
    const [, readsAlone, writesAlone] =
      /batches of their own,[^.]*: (\d+) and (\d+)\./.exec(read('table')) ?? [];
    const units = parts.map(([part, alone, inTens]) => [part, alone, inTens]);

    expect(units).toContainEqual(['DynamoDB reads', readsAlone, reads]);
    expect(units).toContainEqual(['DynamoDB writes', writesAlone, writes]);
  });
});

test('what an idle deployment costs counts the queues and alarms that there are', () => {
  const readers = Object.values(jobs).filter(({ trigger }) => trigger.kind === 'queue').length;
  const rows = tableOf('operating', 'At rest').map(([what = '']) => what);

  expect(everywhere(templates, 'AWS::Lambda::EventSourceMapping')).toHaveLength(readers);
  expect(rows).toContain(`readers of ${readers} queues`);
  const alarms = everywhere(defaults, 'AWS::CloudWatch::Alarm');
  expect(rows).toContain(`${alarms.length} alarms`);
});
