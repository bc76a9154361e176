import { updateOf } from '../../shared/db/update';
import { filtered, inPartition } from '../../shared/db/query';
import { foldedOf } from '../../shared/domain/audience/contacts/fold';
import type { Contact } from '../../shared/db/records/contacts';
import { matching } from '../../shared/domain/audience/segments/rules';
import { propertyOperators, type PropertyFilter, type Segment } from '../../shared/db/records/segments';
import type { Topic } from '../../shared/db/records/topics';
import { dayMs, iso } from '../../shared/core/time';
import { aPartition, theTable } from './support/the-table';

/** workspace.md, "Matching", judged by the table and by the function: both must say what the statement below says. */
const db = theTable();

const nowMs = Date.parse('2026-06-15T12:00:00.000Z');
const ago = (days: number, ms = 0): string => iso(nowMs - days * dayMs + ms);

const audienceId = 'audience';
const offers: Topic = {
  id: 'topic',
  workspaceId: 'w',
  key: 'offers',
  name: 'Offers',
  description: null,
  defaultSubscribed: true,
  createdAt: ago(100),
  updatedAt: null,
} as Topic;

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
  createdAt: ago(0),
  updatedAt: null,
  ...rules,
});

type Known = Omit<Contact, 'folded'>;

const aContact = (name: string, overrides: Partial<Known> = {}): Known => ({
  id: name,
  workspaceId: 'w',
  email: `${name}@x.test`,
  audiences: new Set([audienceId, 'other']),
  attributes: {},
  createdAt: ago(500),
  ...overrides,
});

/** The rules in plain words of JavaScript. `undefined`: no topic is asked for. */
function matches(contact: Known, segment: Segment, topic: Topic | undefined): boolean {
  const within = (time: string | undefined, days: number) =>
    time !== undefined && Date.parse(time) >= nowMs - days * dayMs;
  const asks = (days: number | null, rule: (days: number) => boolean) => days === null || rule(days);
  const carries = (tag: string) => contact.tags?.has(tag) ?? false;
  const { openedWithinDays, clickedWithinDays, excludeUnengagedDays, engagedWithinDays } = segment;
  const engaged = (days: number) => within(contact.lastOpenedAt, days) || within(contact.lastClickedAt, days);
  return [
    contact.audiences?.has(segment.audienceId) ?? false,
    contact.unsubscribedAt === undefined,
    segment.tags.every(carries),
    !segment.excludeTags.some(carries),
    asks(openedWithinDays, (days) => within(contact.lastOpenedAt, days)),
    asks(clickedWithinDays, (days) => within(contact.lastClickedAt, days)),
    asks(
      excludeUnengagedDays,
      (days) => engaged(days) || contact.lastSentAt === undefined || within(contact.createdAt, days),
    ),
    asks(engagedWithinDays, (days) => engaged(days) || within(contact.lastActiveAt, days)),
    segment.properties.every((filter) => keeps(contact, filter)),
    topic === undefined || (chose(contact, topic.id) ?? topic.defaultSubscribed),
  ].every(Boolean);
}

/** Undefined: they made no choice. */
function chose({ topicsIn, topicsOut }: Known, topicId: string): boolean | undefined {
  if (topicsIn?.has(topicId)) return true;
  return topicsOut?.has(topicId) ? false : undefined;
}

function keeps({ attributes }: Known, { property, operator, value }: PropertyFilter): boolean {
  const found = Object.hasOwn(attributes, property) ? (attributes[property] ?? null) : null;
  const sameKind = typeof found === typeof value && typeof value !== 'boolean' && value !== null;
  switch (operator) {
    case 'equals':
      return found === value;
    case 'not_equals':
      return found !== value;
    case 'contains':
      return typeof found === 'string' && found.toLowerCase().includes(String(value ?? '').toLowerCase());
    case 'gt':
      return sameKind && found !== null && found > value;
    case 'lt':
      return sameKind && found !== null && found < value;
    case 'exists':
      return found !== null;
    case 'not_exists':
      return found === null;
  }
}

/** The names of those whom the segment matches, by the table and by the function. */
async function found(pk: string, contacts: readonly Known[], segment: Segment, topic?: Topic) {
  const rule = matching(segment, topic, nowMs);
  const records = contacts.map((contact) => ({ ...contact, folded: foldedOf(contact.attributes) }));
  const byTable = await db().queryAll<Contact>(filtered(inPartition(pk), rule));
  return {
    byTable: byTable.map(({ id }) => id).sort(),
    byFunction: records
      .filter((record) => rule.holds({ pk, sk: record.id, ...record }))
      .map(({ id }) => id)
      .sort(),
  };
}

async function keepAll(contacts: readonly Known[]): Promise<string> {
  const pk = aPartition();
  await db().putItems(
    contacts.map((contact) => ({ pk, sk: contact.id, ...contact, folded: foldedOf(contact.attributes) })),
  );
  return pk;
}

async function agreeOn(contacts: readonly Known[], pk: string, segment: Segment, topic?: Topic) {
  const expected = contacts
    .filter((contact) => matches(contact, segment, topic))
    .map(({ id }) => id)
    .sort();

  expect(await found(pk, contacts, segment, topic)).toEqual({ byTable: expected, byFunction: expected });
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
    ...values.map((value, at) =>
      aContact(`v${String(at).padStart(2, '0')}`, { attributes: { plan: value } }),
    ),
    ...['constructor', 'status', 'a-b c', '#x', ':v0', 'é', '0'].map((key) =>
      aContact(`named ${key}`, { attributes: { [key]: 'Pro' } }),
    ),
  ];
  let pk = '';
  beforeAll(async () => {
    pk = await keepAll(contacts);
  });

  describe.each(propertyOperators)('%s', (operator) => {
    test.each([...values, null])('%j', async (value) => {
      const segment = aSegment({ properties: [{ property: 'plan', operator, value }] });

      await agreeOn(contacts, pk, segment);
    });

    test.each(['constructor', 'status', 'a-b c', '#x', ':v0', 'é', '0', 'missing'])(
      'of a property that is called %j',
      async (property) => {
        await agreeOn(contacts, pk, aSegment({ properties: [{ property, operator, value: 'Pro' }] }));
      },
    );
  });

  test('all filters must hold', async () => {
    const filters: PropertyFilter[] = [
      { property: 'plan', operator: 'contains', value: 'pro' },
      { property: 'plan', operator: 'not_equals', value: 'pro' },
      { property: 'plan', operator: 'gt', value: 'Q' },
      { property: 'plan', operator: 'lt', value: 'q' },
    ];

    for (let count = 1; count <= filters.length; count += 1)
      await agreeOn(contacts, pk, aSegment({ properties: filters.slice(0, count) }));
  });
});

describe('windows', () => {
  const dates = ['lastOpenedAt', 'lastClickedAt', 'lastActiveAt', 'lastSentAt', 'createdAt'] as const;
  const edges = { before: ago(30, -1), at: ago(30), after: ago(30, 1) };
  const contacts = [
    aContact('never'),
    aContact('mailed', { lastSentAt: ago(1) }),
    ...dates.flatMap((date) =>
      Object.entries(edges).flatMap(([name, time]) => [
        aContact(`${date} ${name}`, { [date]: time }),
        aContact(`${date} ${name}, mailed`, { lastSentAt: ago(1), [date]: time }),
      ]),
    ),
  ];
  let pk = '';
  beforeAll(async () => {
    pk = await keepAll(contacts);
  });

  const windows = [
    'openedWithinDays',
    'clickedWithinDays',
    'excludeUnengagedDays',
    'engagedWithinDays',
  ] as const;

  test.each(windows)('%s', async (window) => {
    for (const days of [1, 29, 30, 31, 3650]) {
      const expected = await agreeOn(contacts, pk, aSegment({ [window]: days }));
      expect(expected.includes('never')).toBe(window === 'excludeUnengagedDays');
    }
  });

  test('together', async () => {
    for (const one of windows)
      for (const other of windows) await agreeOn(contacts, pk, aSegment({ [one]: 30, [other]: 31 }));
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
    aContact('out', { ...tags('a', 'b'), unsubscribedAt: ago(1) }),
    aContact('elsewhere', { ...tags('a', 'b'), audiences: new Set(['other']) }),
    aContact('nowhere', tags('a', 'b')),
  ];
  delete contacts.at(-1)?.audiences;
  let pk = '';
  beforeAll(async () => {
    pk = await keepAll(contacts);
  });

  const lists = [[], ['a'], ['b'], ['a', 'b'], ['b', 'c'], ['d']];

  test.each(lists.flatMap((all) => lists.map((none) => [all, none] as const)))(
    'all of %j and none of %j',
    async (all, none) => {
      await agreeOn(contacts, pk, aSegment({ tags: all, excludeTags: none }));
    },
  );
});

describe('a topic', () => {
  const own = (topicsIn: string[], topicsOut: string[]): Partial<Known> => ({
    ...(topicsIn.length > 0 && { topicsIn: new Set(topicsIn) }),
    ...(topicsOut.length > 0 && { topicsOut: new Set(topicsOut) }),
  });
  const contacts = [
    aContact('default'),
    aContact('in', own(['topic'], [])),
    aContact('out', own([], ['topic'])),
    aContact('in others', own(['topic', 'another'], ['more'])),
    aContact('out, in another', own(['another'], ['topic'])),
  ];

  test.each([true, false])('with the default %s', async (defaultSubscribed) => {
    const pk = await keepAll(contacts);

    await agreeOn(contacts, pk, aSegment({ topicKey: 'offers' }), { ...offers, defaultSubscribed });
  });
});

describe('the largest segment', () => {
  /** The longest names that a filter can have, in the letters that are longest where they stand. */
  const names: [what: string, nameOf: (at: number) => string][] = [
    ['short names', (at) => `p${at}`],
    ['long names', (at) => `${String.fromCharCode(97 + at)}`.repeat(500)],
    ['long names of other letters', (at) => `${String.fromCharCode(0x430 + at)}`.repeat(500)],
  ];
  const tagsOf = (letter: string) =>
    Array.from({ length: 20 }, (_, at) => `${letter}${at}-`.padEnd(60, letter));
  const largest = (nameOf: (at: number) => string, operator: PropertyFilter['operator']) =>
    aSegment({
      openedWithinDays: 30,
      clickedWithinDays: 30,
      excludeUnengagedDays: 30,
      engagedWithinDays: 30,
      tags: tagsOf('t'),
      excludeTags: tagsOf('x'),
      topicKey: 'offers',
      properties: Array.from({ length: 20 }, (_, at) => ({
        property: nameOf(at),
        operator,
        value: 'Pro'.padEnd(1_000, '!'),
      })),
    });

  const cases = names.flatMap(([what, nameOf]) =>
    propertyOperators.map((operator) => [operator, what, nameOf] as const),
  );

  test.each(cases)('of %s and %s fits in an expression, and works', async (operator, _what, nameOf) => {
    const segment = largest(nameOf, operator);
    const attributes = (value: string) =>
      Object.fromEntries(segment.properties.map(({ property }) => [property, value]));
    const engaged = {
      tags: new Set(segment.tags),
      lastOpenedAt: ago(1),
      lastClickedAt: ago(1),
      lastSentAt: ago(1),
    };
    const contacts = [
      aContact('same', { ...engaged, attributes: attributes('Pro'.padEnd(1_000, '!')) }),
      aContact('more', { ...engaged, attributes: attributes('Q') }),
      aContact('less', { ...engaged, attributes: attributes('A') }),
      aContact('none', engaged),
    ];
    const pk = await keepAll(contacts);

    const { ConditionExpression = '' } = updateOf({ set: { a: 1 } }, matching(segment, offers, nowMs));
    const expected = await agreeOn(contacts, pk, segment, offers);

    expect(Buffer.byteLength(ConditionExpression)).toBeLessThanOrEqual(4_096);
    expect(expected).not.toEqual([]);
  });
});
