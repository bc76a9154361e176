import { buildUpdate } from '../../shared/db/update';
import { withFilter, partitionQuery } from '../../shared/db/query';
import { foldAttributes } from '../../shared/domain/audience/contacts/fold-case';
import type { Contact } from '../../shared/db/records/contacts';
import { matchCondition } from '../../shared/domain/audience/segments/match-condition';
import { propertyOperators, type PropertyFilter, type Segment } from '../../shared/db/records/segments';
import type { Topic } from '../../shared/db/records/topics';
import { dayMs, toIso } from '../../shared/core/time';
import { aPartition, useTable } from './support/use-table';

/**
 * These tests check which contacts a segment matches (SG-10 to SG-18). `matchCondition`, as a DynamoDB filter and in
 * memory, must agree with the reference implementation below.
 */
const db = useTable();

const nowMs = Date.parse('2026-06-15T12:00:00.000Z');
const timeAgo = (days: number, ms = 0): string => toIso(nowMs - days * dayMs + ms);

const audienceId = 'audience';
const offers: Topic = {
  id: 'topic',
  workspaceId: 'w',
  key: 'offers',
  name: 'Offers',
  description: null,
  defaultSubscribed: true,
  createdAt: timeAgo(100),
  updatedAt: null,
};

const aSegment = (rules: Partial<Segment> = {}): Segment => ({
  id: 's',
  workspaceId: 'w',
  key: 's',
  name: 'S',
  audienceId,
  openedWithinDays: null,
  clickedWithinDays: null,
  excludeUnengagedDays: null,
  engagedWithinDays: null,
  properties: [],
  tags: [],
  excludeTags: [],
  topicKey: null,
  createdAt: timeAgo(0),
  updatedAt: null,
  ...rules,
});

type ContactData = Omit<Contact, 'folded'>;

const aContact = (name: string, overrides: Partial<ContactData> = {}): ContactData => ({
  id: name,
  workspaceId: 'w',
  email: `${name}@x.test`,
  audiences: new Set([audienceId, 'other']),
  attributes: {},
  createdAt: timeAgo(500),
  ...overrides,
});

/** The reference implementation of the rules. If the segment has no topic, `topic` is undefined. */
function matches(contact: ContactData, segment: Segment, topic: Topic | undefined): boolean {
  const isWithin = (time: string | undefined, days: number) =>
    time !== undefined && Date.parse(time) >= nowMs - days * dayMs;
  const isUnsetOr = (days: number | null, rule: (days: number) => boolean) => days === null || rule(days);
  const hasTag = (tag: string) => contact.tags?.has(tag) ?? false;
  const { openedWithinDays, clickedWithinDays, excludeUnengagedDays, engagedWithinDays } = segment;
  const isEngagedWithin = (days: number) =>
    isWithin(contact.lastOpenedAt, days) || isWithin(contact.lastClickedAt, days);
  return [
    contact.audiences?.has(segment.audienceId) ?? false,
    contact.unsubscribedAt === undefined,
    segment.tags.every(hasTag),
    !segment.excludeTags.some(hasTag),
    isUnsetOr(openedWithinDays, (days) => isWithin(contact.lastOpenedAt, days)),
    isUnsetOr(clickedWithinDays, (days) => isWithin(contact.lastClickedAt, days)),
    isUnsetOr(
      excludeUnengagedDays,
      (days) =>
        isEngagedWithin(days) || contact.lastSentAt === undefined || isWithin(contact.createdAt, days),
    ),
    isUnsetOr(engagedWithinDays, (days) => isEngagedWithin(days) || isWithin(contact.lastActiveAt, days)),
    segment.properties.every((filter) => matchesFilter(contact, filter)),
    topic === undefined || (subscriptionChoice(contact, topic.id) ?? topic.defaultSubscribed),
  ].every(Boolean);
}

/** Returns the contact's choice for the topic, or undefined if the contact has made no choice. */
function subscriptionChoice({ topicsIn, topicsOut }: ContactData, topicId: string): boolean | undefined {
  if (topicsIn?.has(topicId)) return true;
  return topicsOut?.has(topicId) ? false : undefined;
}

function matchesFilter({ attributes }: ContactData, { property, operator, value }: PropertyFilter): boolean {
  const attribute = Object.hasOwn(attributes, property) ? (attributes[property] ?? null) : null;
  const isComparable = typeof attribute === typeof value && typeof value !== 'boolean' && value !== null;
  switch (operator) {
    case 'equals':
      return attribute === value;
    case 'not_equals':
      return attribute !== value;
    case 'contains':
      return (
        typeof attribute === 'string' && attribute.toLowerCase().includes(String(value ?? '').toLowerCase())
      );
    case 'gt':
      return isComparable && attribute !== null && attribute > value;
    case 'lt':
      return isComparable && attribute !== null && attribute < value;
    case 'exists':
      return attribute !== null;
    case 'not_exists':
      return attribute === null;
  }
}

/** Returns the ids of the contacts that the DynamoDB filter matches, and of those that match in memory. */
async function findMatches(pk: string, contacts: readonly ContactData[], segment: Segment, topic?: Topic) {
  const rule = matchCondition(segment, topic, nowMs);
  const records = contacts.map((contact) => ({ ...contact, folded: foldAttributes(contact.attributes) }));
  const byTable = await db().queryAll<Contact>(withFilter(partitionQuery(pk), rule));
  return {
    byTable: byTable.map(({ id }) => id).sort(),
    byFunction: records
      .filter((record) => rule.matches(record))
      .map(({ id }) => id)
      .sort(),
  };
}

async function storeContacts(contacts: readonly ContactData[]): Promise<string> {
  const pk = aPartition();
  await db().putItems(
    contacts.map((contact) => ({
      pk,
      sk: contact.id,
      ...contact,
      folded: foldAttributes(contact.attributes),
    })),
  );
  return pk;
}

async function expectAgreement(
  contacts: readonly ContactData[],
  pk: string,
  segment: Segment,
  topic?: Topic,
) {
  const expected = contacts
    .filter((contact) => matches(contact, segment, topic))
    .map(({ id }) => id)
    .sort();

  expect(await findMatches(pk, contacts, segment, topic)).toEqual({
    byTable: expected,
    byFunction: expected,
  });
  return expected;
}

describe('attributes', () => {
  const values = [
    'pro',
    'Pro',
    'PRO plus',
    'a_pro%',
    '',
    'é',
    'É',
    'z',
    'Z',
    '10',
    '9',
    'true',
    'null',
    10,
    9,
    9.5,
    0,
    -1,
    9_007_199_254_740_991,
    true,
    false,
  ];
  const contacts = [
    aContact('nothing'),
    aContact('another', { attributes: { other: 'pro' } }),
    ...values.map((value, index) =>
      aContact(`v${String(index).padStart(2, '0')}`, { attributes: { plan: value } }),
    ),
    ...['constructor', 'status', 'a-b c', '#x', ':v0', 'é', '0'].map((key) =>
      aContact(`named ${key}`, { attributes: { [key]: 'Pro' } }),
    ),
  ];
  let pk = '';
  beforeAll(async () => {
    pk = await storeContacts(contacts);
  });

  // SG-13, SG-14, SG-15
  describe.each(propertyOperators)('%s', (operator) => {
    // SG-17, SG-18
    test.each([...values, null])('%j', async (value) => {
      const segment = aSegment({ properties: [{ property: 'plan', operator, value }] });

      await expectAgreement(contacts, pk, segment);
    });

    test.each(['constructor', 'status', 'a-b c', '#x', ':v0', 'é', '0', 'missing'])(
      'filters by a property named %j',
      async (property) => {
        await expectAgreement(contacts, pk, aSegment({ properties: [{ property, operator, value: 'Pro' }] }));
      },
    );
  });

  // SG-17
  test('all filters must match', async () => {
    const filters: PropertyFilter[] = [
      { property: 'plan', operator: 'contains', value: 'pro' },
      { property: 'plan', operator: 'not_equals', value: 'pro' },
      { property: 'plan', operator: 'gt', value: 'Q' },
      { property: 'plan', operator: 'lt', value: 'q' },
    ];

    for (let count = 1; count <= filters.length; count += 1)
      await expectAgreement(contacts, pk, aSegment({ properties: filters.slice(0, count) }));
  });
});

describe('windows', () => {
  const dates = ['lastOpenedAt', 'lastClickedAt', 'lastActiveAt', 'lastSentAt', 'createdAt'] as const;
  const edges = { before: timeAgo(30, -1), at: timeAgo(30), after: timeAgo(30, 1) };
  const contacts = [
    aContact('never'),
    aContact('mailed', { lastSentAt: timeAgo(1) }),
    ...dates.flatMap((date) =>
      Object.entries(edges).flatMap(([name, time]) => [
        aContact(`${date} ${name}`, { [date]: time }),
        aContact(`${date} ${name}, mailed`, { lastSentAt: timeAgo(1), [date]: time }),
      ]),
    ),
  ];
  let pk = '';
  beforeAll(async () => {
    pk = await storeContacts(contacts);
  });

  const windows = [
    'openedWithinDays',
    'clickedWithinDays',
    'excludeUnengagedDays',
    'engagedWithinDays',
  ] as const;

  test.each(windows)('%s', async (window) => {
    for (const days of [1, 29, 30, 31, 3650]) {
      const expected = await expectAgreement(contacts, pk, aSegment({ [window]: days }));
      expect(expected.includes('never')).toBe(window === 'excludeUnengagedDays');
    }
  });

  // SG-10
  test('two windows can be combined', async () => {
    for (const window of windows)
      for (const otherWindow of windows)
        await expectAgreement(contacts, pk, aSegment({ [window]: 30, [otherWindow]: 31 }));
  });
});

describe('tags, audience and opt-out', () => {
  const tags = (...names: string[]) => ({ tags: new Set(names) });
  const contacts = [
    aContact('none'),
    aContact('a', tags('a')),
    aContact('ab', tags('a', 'b')),
    aContact('abc', tags('a', 'b', 'c')),
    aContact('aa', tags('aa')),
    aContact('out', { ...tags('a', 'b'), unsubscribedAt: timeAgo(1) }),
    aContact('elsewhere', { ...tags('a', 'b'), audiences: new Set(['other']) }),
    aContact('nowhere', tags('a', 'b')),
  ];
  delete contacts.at(-1)?.audiences;
  let pk = '';
  beforeAll(async () => {
    pk = await storeContacts(contacts);
  });

  const tagLists = [[], ['a'], ['b'], ['a', 'b'], ['b', 'c'], ['d']];

  // SG-11
  test.each(tagLists.flatMap((all) => tagLists.map((excluded) => [all, excluded] as const)))(
    'a segment with all of %j and none of %j matches the same contacts as the reference',
    async (all, excluded) => {
      await expectAgreement(contacts, pk, aSegment({ tags: all, excludeTags: excluded }));
    },
  );
});

describe('a segment with a topic', () => {
  const topicChoices = (topicsIn: string[], topicsOut: string[]): Partial<ContactData> => ({
    ...(topicsIn.length > 0 && { topicsIn: new Set(topicsIn) }),
    ...(topicsOut.length > 0 && { topicsOut: new Set(topicsOut) }),
  });
  const contacts = [
    aContact('default'),
    aContact('in', topicChoices(['topic'], [])),
    aContact('out', topicChoices([], ['topic'])),
    aContact('in others', topicChoices(['topic', 'another'], ['more'])),
    aContact('out, in another', topicChoices(['another'], ['topic'])),
  ];

  test.each([true, false])(
    'whose defaultSubscribed is %s matches the same contacts as the reference',
    async (defaultSubscribed) => {
      const pk = await storeContacts(contacts);

      await expectAgreement(contacts, pk, aSegment({ topicKey: 'offers' }), { ...offers, defaultSubscribed });
    },
  );
});

describe('the largest segment', () => {
  /** Short property names, and names of 500 characters in Latin and Cyrillic letters. */
  const names: [description: string, nameOf: (index: number) => string][] = [
    ['short names', (index) => `p${index}`],
    ['long names', (index) => String.fromCharCode(97 + index).repeat(500)],
    ['long names of Cyrillic letters', (index) => String.fromCharCode(0x430 + index).repeat(500)],
  ];
  const tagsOf = (letter: string) =>
    Array.from({ length: 20 }, (_, index) => `${letter}${index}-`.padEnd(60, letter));
  const largestSegment = (nameOf: (index: number) => string, operator: PropertyFilter['operator']) =>
    aSegment({
      openedWithinDays: 30,
      clickedWithinDays: 30,
      excludeUnengagedDays: 30,
      engagedWithinDays: 30,
      tags: tagsOf('t'),
      excludeTags: tagsOf('x'),
      topicKey: 'offers',
      properties: Array.from({ length: 20 }, (_, index) => ({
        property: nameOf(index),
        operator,
        value: 'Pro'.padEnd(1_000, '!'),
      })),
    });

  const cases = names.flatMap(([description, nameOf]) =>
    propertyOperators.map((operator) => [operator, description, nameOf] as const),
  );

  test.each(cases)(
    'with the operator %s and %s fits into a DynamoDB expression and matches the same contacts as the reference',
    async (operator, _description, nameOf) => {
      const segment = largestSegment(nameOf, operator);
      const attributes = (value: string) =>
        Object.fromEntries(segment.properties.map(({ property }) => [property, value]));
      const engagedFields = {
        tags: new Set(segment.tags),
        lastOpenedAt: timeAgo(1),
        lastClickedAt: timeAgo(1),
        lastSentAt: timeAgo(1),
      };
      const contacts = [
        aContact('same', { ...engagedFields, attributes: attributes('Pro'.padEnd(1_000, '!')) }),
        aContact('more', { ...engagedFields, attributes: attributes('Q') }),
        aContact('less', { ...engagedFields, attributes: attributes('A') }),
        aContact('none', engagedFields),
      ];
      const pk = await storeContacts(contacts);

      const { ConditionExpression = '' } = buildUpdate(
        { set: { createdAt: 'now' } },
        matchCondition(segment, offers, nowMs),
      );
      const expected = await expectAgreement(contacts, pk, segment, offers);

      expect(Buffer.byteLength(ConditionExpression)).toBeLessThanOrEqual(4_096);
      expect(expected).not.toEqual([]);
    },
  );
});
