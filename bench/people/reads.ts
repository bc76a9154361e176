import { readsOf } from '../metered-send';
import { count, verdict, type Table } from '../table';
import { smallAudienceSize } from './fill';
import { measureRequest, formatTimes, type PeopleFixture } from './measure-request';
import { countWithoutLimit } from './unlimited-count';
import { importedContacts } from './writes';

type Row = (string | number)[];

export const tableOfReads = (rows: readonly Row[]): Table => ({
  id: 'people-reads',
  title: 'Reading contacts',
  head: [
    'contacts',
    'operation',
    'result',
    'read units',
    'budget',
    '',
    'seconds',
    'CPU seconds of functions',
    'CPU seconds of the engine',
  ],
  rows,
});

/** Measures the reads in a workspace with `size` contacts. */
export async function measureReads(people: PeopleFixture, size: number): Promise<Row[]> {
  const { smallAudienceId } = people;
  const fullScanBudget = 0.07 * (size + importedContacts);
  const { tagSegmentId, mixedSegmentId, topicSegmentId, smallSegmentId } = await createSegments(people, size);

  const reads: [what: string, budget: number, of: RegExp, path: string][] = [
    ['counting a segment by tag', fullScanBudget, /^countSegment$/, `/v1/segments/${tagSegmentId}/metrics`],
    [
      'counting a segment by attribute and opens',
      fullScanBudget,
      /^countSegment$/,
      `/v1/segments/${mixedSegmentId}/metrics`,
    ],
    [
      'counting a segment by topic',
      fullScanBudget,
      /^countSegment$/,
      `/v1/segments/${topicSegmentId}/metrics`,
    ],
    [
      `counting a segment of ${count(smallAudienceSize)} contacts`,
      200,
      /^countSegment$/,
      `/v1/segments/${smallSegmentId}/metrics`,
    ],
    ['listing 50 contacts', 40, /^listContacts$/, '/v1/contacts?limit=50'],
    [
      'listing 50 contacts of an audience',
      40,
      /^listMembers$/,
      `/v1/audiences/${smallAudienceId}/contacts?limit=50`,
    ],
  ];
  const rows: Row[] = [];
  for (const [label, budget, functionPattern, path] of reads)
    rows.push([count(size), label, ...(await measureRead(people, budget, functionPattern, path))]);
  rows.push([
    count(size),
    'counting the segment by attribute and opens, without a time limit',
    ...(await measureUnlimitedCount(people, fullScanBudget, mixedSegmentId)),
  ]);
  return rows;
}

async function createSegments(people: PeopleFixture, size: number) {
  const everyone = { audience_id: people.everyoneAudienceId };
  const pro = { property: 'plan', operator: 'equals', value: 'pro' };
  const topic = { key: 'offers', name: 'Offers' };
  await people.service.api('POST', '/v1/topics', { key: people.key, body: topic });
  const create = (name: string, rules: object) => createSegment(people, `${name}-${size}`, rules);
  return {
    tagSegmentId: await create('tag', { ...everyone, tags: ['cohort-7'] }),
    mixedSegmentId: await create('pro', { ...everyone, opened_within_days: 30, properties: [pro] }),
    topicSegmentId: await create('topic', { ...everyone, topic_key: 'offers' }),
    smallSegmentId: await create('few', { audience_id: people.smallAudienceId, tags: ['newsletter'] }),
  };
}

const createSegment = async ({ service, key }: PeopleFixture, name: string, rules: object): Promise<string> =>
  (await service.api('POST', '/v1/segments', { key, body: { key: name, name, ...rules } })).body.id;

async function measureRead(
  people: PeopleFixture,
  budget: number,
  functionPattern: RegExp,
  path: string,
): Promise<Row> {
  const measurement = await measureRequest(people, functionPattern, 'GET', path);
  const units = readsOf(measurement.calls);
  const response = measurement.body['contact_count'] ?? measurement.body.data?.length;
  return measurement.status === 200
    ? [
        count(Number(response)),
        count(units),
        count(budget),
        verdict(units, budget),
        ...formatTimes(measurement),
      ]
    : [measurement.status, count(units), count(budget), 'no response', ...formatTimes(measurement)];
}

async function measureUnlimitedCount(people: PeopleFixture, budget: number, id: string): Promise<Row> {
  const measurement = await countWithoutLimit(people, id);
  const { contacts, readUnits } = measurement;
  return [
    count(contacts),
    count(readUnits),
    count(budget),
    verdict(readUnits, budget),
    ...formatTimes(measurement),
  ];
}
