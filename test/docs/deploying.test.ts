import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { jobs } from '../../functions/workers/jobs';
import { findResources, type Templates } from '../infra/support/templates';
import { synthesize } from '../infra/support/synthesize';
import { makeTempDir } from '../support/run/run-dir';

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

describe('the commands of an update', () => {
  const [, blocks = ''] = readPage('docs/deploying').split('\n## Updating\n');
  const [startBlock = '', updateBlock = ''] = [...blocks.matchAll(/```sh\n(.+?)```/gs)].map(
    ([, code]) => code,
  );
  const listCommand = updateBlock.split('\n')[0] ?? '';
  const rebaseCommand = /^git rebase COMMIT/m.exec(updateBlock)?.[0] ?? '';

  /** Runs the script in the folder. CloudFormation, whose command is a stub, last updated the stack at this time. */
  function run(dir: string, script: string, lastUpdate = ''): string {
    const bin = join(dir, '.git/stubs');
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, 'aws'), `#!/bin/sh\necho ${lastUpdate}\n`, { mode: 0o755 });
    return execFileSync('sh', ['-ec', script], {
      cwd: dir,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: `${bin}${delimiter}${process.env['PATH']}`,
        HOME: dir,
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_AUTHOR_NAME: 'Robin',
        GIT_AUTHOR_EMAIL: 'robin@acme.example',
        GIT_COMMITTER_NAME: 'Robin',
        GIT_COMMITTER_EMAIL: 'robin@acme.example',
      },
    });
  }

  /** Creates a repository with a commit per day, of which the second and the fourth are releases. */
  function createOrigin(): string {
    const dir = makeTempDir();
    execFileSync('git', ['init', '--quiet', '--initial-branch', 'main'], { cwd: dir });
    const versions = ['0.1.0', '0.2.0', '0.2.0', '0.3.0', '0.3.0'];
    for (const [index, version] of versions.entries()) {
      const manifest = { name: 'carrier-nest', version, scripts: { start: `day-${index + 1}` } };
      writeFileSync(join(dir, 'package.json'), JSON.stringify(manifest, null, 2));
      run(
        dir,
        `git add . && GIT_COMMITTER_DATE=2027-01-0${index + 1}T12:00:00Z git commit --quiet --message 'Day ${index + 1}'`,
      );
    }
    return dir;
  }

  const clone = (origin: string): string => {
    const dir = makeTempDir();
    execFileSync('git', ['clone', '--quiet', origin, dir]);
    return dir;
  };

  const subjects = (log: string): string[] =>
    log
      .trim()
      .split('\n')
      .map((line) => line.replace(/^\w+ \S+ /, ''));

  test.each(['', 'git tag v0.2.0 main~3; git tag v0.3.0 main~1'])(
    'list the later releases, and move the commit of the settings to the next one (with the tags "%s")',
    (tags) => {
      const origin = createOrigin();
      run(origin, tags);
      const dir = clone(origin);

      run(dir, startBlock, '2027-01-01T18:00:00Z');
      const start = run(dir, 'git log --format=%s');
      writeFileSync(join(dir, 'carrier-nest.json'), '{}');
      run(dir, "git add carrier-nest.json && git commit --quiet --message 'Add our settings'");
      const releases = run(dir, listCommand);
      run(dir, rebaseCommand.replace('COMMIT', releases.split(' ')[0] ?? ''));

      expect(start).toBe('Day 1\n');
      expect(subjects(releases)).toEqual(['Day 2', 'Day 4']);
      expect(run(dir, 'git log --format=%s')).toBe('Add our settings\nDay 2\nDay 1\n');
      expect(subjects(run(dir, listCommand))).toEqual(['Day 4']);
    },
  );
});
