import { readsOf } from '../metered-send';
import { count, verdict, type Table } from '../table';
import { smallAudience } from './fill';
import { measured, times, type People } from './measured';
import { countWithoutLimit } from './unlimited-count';
import { imported } from './writes';

type Row = (string | number)[];

export const tableOfReads = (rows: readonly Row[]): Table => ({
  id: 'people-reads',
  title: 'Looking at people',
  head: [
    'contacts',
    'what',
    'answer',
    'read units',
    'budget',
    '',
    'seconds',
    'CPU seconds of functions',
    'of the engine',
  ],
  rows,
});

/** What is looked at, in a workspace of so many contacts. */
export async function measureReads(people: People, size: number): Promise<Row[]> {
  const { everyone, few } = people;
  const ofAll = 0.07 * (size + imported);
  const onAll = { audience_id: everyone };
  const pro = { property: 'plan', operator: 'equals', value: 'pro' };
  await people.service.api('POST', '/v1/topics', {
    key: people.key,
    body: { key: 'offers', name: 'Offers' },
  });
  const tagged = await aSegment(people, `tag-${size}`, { ...onAll, tags: ['cohort-7'] });
  const mixed = await aSegment(people, `pro-${size}`, {
    ...onAll,
    opened_within_days: 30,
    properties: [pro],
  });
  const topical = await aSegment(people, `topic-${size}`, { ...onAll, topic_key: 'offers' });
  const small = await aSegment(people, `few-${size}`, { audience_id: few, tags: ['newsletter'] });

  const looks: [what: string, budget: number, of: RegExp, path: string][] = [
    ['counting a segment by tag', ofAll, /^countSegment$/, `/v1/segments/${tagged}/metrics`],
    ['counting a segment by attribute and opens', ofAll, /^countSegment$/, `/v1/segments/${mixed}/metrics`],
    ['counting a segment by topic', ofAll, /^countSegment$/, `/v1/segments/${topical}/metrics`],
    [
      `counting one of ${count(smallAudience)} people`,
      200,
      /^countSegment$/,
      `/v1/segments/${small}/metrics`,
    ],
    ['50 contacts', 40, /^listContacts$/, '/v1/contacts?limit=50'],
    ['50 of an audience', 40, /^listMembers$/, `/v1/audiences/${few}/contacts?limit=50`],
  ];
  const rows: Row[] = [];
  for (const [what, budget, of, path] of looks)
    rows.push([count(size), what, ...(await looked(people, budget, of, path))]);
  rows.push([
    count(size),
    'the segment by attribute and opens, in all the time it takes',
    ...(await countedToItsEnd(people, ofAll, mixed)),
  ]);
  return rows;
}

const aSegment = async ({ service, key }: People, name: string, rules: object): Promise<string> =>
  (await service.api('POST', '/v1/segments', { key, body: { key: name, name, ...rules } })).body.id;

async function looked(people: People, budget: number, of: RegExp, path: string): Promise<Row> {
  const one = await measured(people, of, 'GET', path);
  const units = readsOf(one.calls);
  const answer = one.body['contact_count'] ?? one.body.data?.length;
  return one.status === 200
    ? [count(Number(answer)), count(units), count(budget), verdict(units, budget), ...times(one)]
    : [one.status, count(units), count(budget), 'no answer', ...times(one)];
}

async function countedToItsEnd(people: People, budget: number, id: string): Promise<Row> {
  const one = await countWithoutLimit(people, id);
  const { contacts, readUnits } = one;
  return [count(contacts), count(readUnits), count(budget), verdict(readUnits, budget), ...times(one)];
}
