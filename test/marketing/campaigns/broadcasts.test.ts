import { randomBytes, randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { Campaigns } from '../../support/campaigns/campaigns';
import { aDomain } from '../../support/factories';
import { aTime, anIdByTime, nobody } from '../../support/matchers';
import type { Answer } from '../../support/service';
import { theService } from '../../support/the-service';
import { refusalOf } from '../../support/arrange';
import { expectInvalid } from '../../support/promises';

type Fields = Record<string, unknown>;
type Path = (string | number)[];

/** How campaigns are written, read and changed: contract.md 2.11 and 4.14. */
const service = theService();
let campaigns: Campaigns;

beforeEach(async () => {
  campaigns = await Campaigns.start(service);
});

const list = () => campaigns.ok('GET', '/v1/broadcasts');
const letters = (count: number) => 'x'.repeat(count);

/** Variants of two subjects: the least that a test has. */
const two = [{ key: 'a' }, { key: 'b', subject: 'Fresh news' }];

/** So many variants, each with a subject of its own. */
const variantsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ key: `v${at}`, subject: `Subject ${at}` }));

/** The second of two variants. */
const second = (fields: Fields) => ({ variants: [{ key: 'a' }, { ...two[1], ...fields }] });

const asShown = (variants: readonly Fields[]) =>
  variants.map((variant) => ({ subject: null, from_name: null, send_at: null, ...variant }));

const noWindows = {
  opened_within_days: null,
  clicked_within_days: null,
  exclude_unengaged_days: null,
  engaged_within_days: null,
};

/** A test that has not begun, unless told otherwise. */
const newTest = {
  metric: 'open',
  sample_share: 0.2,
  decide_after_minutes: 240,
  decide_at: null,
  winner: null,
  decided_by: null,
  decided_at: null,
  results: [],
};

/** Rows of a table behind what each is called: the fields that it begins with, as far as they fit into a line. */
const called = <Row extends unknown[]>(rows: readonly Row[]): [name: string, ...Row][] =>
  rows.map((row) => [inspect(row[0], { breakLength: Infinity, depth: 4 }).slice(0, 90), ...row]);

/** Refused, with a message that begins with the field. */
function expectRefused(answer: Answer, field: string, type = 'invalid_request'): string {
  const { message, ...refusal } = refusalOf(answer);
  expect(refusal).toEqual({ status: 422, type });
  expect(message.startsWith(`${field}:`)).toBe(true);
  return message;
}

describe('creating a campaign', () => {
  test('answers 201 with every field: a draft that nobody was looked up for', async () => {
    const given = campaigns.campaign();

    const { status, body } = await campaigns.create();

    expect(status).toBe(201);
    expect(body).toEqual({
      id: anIdByTime,
      name: 'October',
      status: 'draft',
      audience_id: given['audience_id'],
      identity_id: given['identity_id'],
      segment_id: null,
      segment: null,
      topic_key: null,
      subject: 'News',
      from_name: null,
      html: given['html'],
      scheduled_at: null,
      variants: null,
      ab_test: null,
      progress: null,
      pause_reason: null,
      resume_after: null,
      failure_reason: null,
      created_at: aTime,
      updated_at: null,
      started_at: null,
      finished_at: null,
    });
    expect(await campaigns.read(body.id)).toEqual(body);
  });

  test('keeps every field as it was given', async () => {
    await campaigns.actor.topic('offers');
    const segment = { key: 'all', name: 'All', audience_id: campaigns.audienceId };
    const { id: segment_id } = await campaigns.ok('POST', '/v1/segments', segment);
    const given = {
      name: ' October ',
      subject: ' {{name}}, news ',
      html: '<p>Été 👍</p>',
      from_name: 'Kim "K" Lee, Acme',
      topic_key: 'offers',
      segment_id,
      segment: { ...noWindows, opened_within_days: 30, engaged_within_days: 3650 },
      variants: asShown([
        { key: 'a', subject: 'One' },
        { key: 'b', from_name: 'Bo' },
      ]),
    };

    const { body } = await campaigns.create({ ...given, ab_test: { metric: 'click' } });

    expect(body).toMatchObject(given);
    expect(body.ab_test).toEqual({ ...newTest, metric: 'click' });
  });

  test('takes ids with white space around them', async () => {
    const { audienceId, actor } = campaigns;

    const { body } = await campaigns.create({
      audience_id: ` ${audienceId}\n`,
      identity_id: `\t${actor.domains.marketing?.id} `,
    });

    expect(body).toMatchObject({ audience_id: audienceId, identity_id: actor.domains.marketing?.id });
  });

  test('and again under its Idempotency-Key answers the same, however large, and creates nothing', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const body = campaigns.campaign({ html: randomBytes(450_000).toString('hex') });
    const create = (fields: Fields) =>
      service.api('POST', '/v1/broadcasts', {
        key: campaigns.actor.key,
        headers,
        body: { ...body, ...fields },
      });

    const [first, again] = [await create({}), await create({})];

    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.headers.get('idempotent-replay')).toBe('true');
    expect(again.body).toEqual(first.body);
    expect(refusalOf(await create({ name: 'Another' }))).toMatchObject({ type: 'idempotency_key_reused' });
  });

  const taken: Fields[] = [
    { name: 'N' },
    { name: letters(200) },
    { subject: 'S' },
    { subject: letters(998) },
    { html: 'H' },
    { html: letters(900_000) },
    { from_name: 'F' },
    { from_name: letters(100) },
    { from_name: null, topic_key: null, segment_id: null, segment: null, variants: null },
    ...Object.keys(noWindows).flatMap((name) => [
      { segment: { ...noWindows, [name]: 1 } },
      { segment: { ...noWindows, [name]: 3650 } },
    ]),
  ];

  test.each(called(taken.map((fields) => [fields])))('takes %s', async (_name, fields) => {
    const { status, body } = await campaigns.create(fields);

    expect([status, body]).toMatchObject([201, fields]);
    expect(await campaigns.read(body.id)).toEqual(body);
  });

  test('takes an empty name of its sender as none', async () => {
    const { body } = await campaigns.create({ from_name: '' });

    expect(body.from_name).toBeNull();
  });

  test('shows the windows that were not given as null', async () => {
    const { body } = await campaigns.create({ segment: { clicked_within_days: 7 } });

    expect(body.segment).toEqual({ ...noWindows, clicked_within_days: 7 });
  });

  const refused: [fields: Fields, path: Path][] = [
    ...['audience_id', 'identity_id', 'name', 'subject', 'html'].flatMap((name): [Fields, Path][] => [
      [{ [name]: undefined }, [name]],
      [{ [name]: null }, [name]],
      [{ [name]: 7 }, [name]],
    ]),
    [{ name: '' }, ['name']],
    [{ name: letters(201) }, ['name']],
    [{ subject: '' }, ['subject']],
    [{ subject: letters(999) }, ['subject']],
    [{ subject: 'Two\nlines' }, ['subject']],
    [{ html: '' }, ['html']],
    [{ from_name: 7 }, ['from_name']],
    [{ from_name: letters(101) }, ['from_name']],
    ...['Two\r\nlines', 'Kim <kim@acme.test>', 'a > b'].map((from_name): [Fields, Path] => [
      { from_name },
      ['from_name'],
    ]),
    [{ topic_key: 7 }, ['topic_key']],
    [{ segment_id: 7 }, ['segment_id']],
    [{ segment: 'all' }, ['segment']],
    [{ segment: { opened_in_days: 5 } }, ['segment', 'opened_in_days']],
    ...Object.keys(noWindows).flatMap((name) =>
      [0, 3651, 1.5, '30', -1].map((days): [Fields, Path] => [
        { segment: { [name]: days } },
        ['segment', name],
      ]),
    ),
  ];

  test.each(called(refused))('%s is refused, naming the field', async (_name, fields, path) => {
    const answer = await campaigns.create(fields);

    expectInvalid(answer, path);
    expect((await list()).data).toEqual([]);
  });

  test.each(['[]', '"October"', 'null', '7'])('a body that is %s is refused', async (raw) => {
    const { key } = campaigns.actor;

    const answer = await service.api('POST', '/v1/broadcasts', { key, raw });

    expectInvalid(answer, []);
  });

  test('names everything that is wrong, before it looks at what it names', async () => {
    const answer = await campaigns.create({
      name: '',
      html: undefined,
      audience_id: nobody,
      topic_key: 'no',
    });

    expect(refusalOf(answer)).toEqual({
      status: 422,
      type: 'invalid_request',
      message: 'Validation failed',
    });
    expect(answer.body.error.details.map(({ path }: Fields) => path)).toEqual([['name'], ['html']]);
  });
});

describe('what a campaign names', () => {
  const other = () => Campaigns.start(service);

  /** Refused, and nothing was created. */
  async function expectUnknown(fields: Fields, type?: string): Promise<string> {
    const message = expectRefused(await campaigns.create(fields), Object.keys(fields)[0] ?? '', type);
    expect((await list()).data).toEqual([]);
    return message;
  }

  test('is refused where there is no such audience; given its name, with its id', async () => {
    for (const id of [nobody, (await other()).audienceId, 'nothing', '', letters(3_000)])
      expect(await expectUnknown({ audience_id: id })).toBe('audience_id: No such audience');
    for (const name of ['Everybody', ' EVERYBODY '])
      expect(await expectUnknown({ audience_id: name })).toBe(
        `audience_id: No such audience. The id of Everybody is ${campaigns.audienceId}`,
      );
  });

  test('is refused where there is no such domain; given its name, with its id', async () => {
    const { id, domain = '' } = campaigns.actor.domains.marketing ?? {};
    const theirs = (await other()).actor.domains.marketing?.id;

    for (const one of [nobody, theirs, 'nothing', '', letters(3_000)])
      expect(await expectUnknown({ identity_id: one })).toBe('identity_id: No such sending domain');
    for (const name of [domain, domain.toUpperCase()])
      expect(await expectUnknown({ identity_id: name })).toContain(id);
  });

  test('is refused with a domain for transactional mail, and taken with one that is yet to be verified', async () => {
    const { workspaceId, domains } = campaigns.actor;
    const pending = await aDomain(service, workspaceId, { risk_class: 'marketing', verified: false });

    await expectUnknown({ identity_id: domains.transactional.id });
    expect(await campaigns.create({ identity_id: pending.id })).toMatchObject({
      status: 201,
      body: { identity_id: pending.id },
    });
  });

  test('is refused where there is no such segment, or it filters another audience', async () => {
    const segment = { key: 'warm', name: 'Warm people', audience_id: campaigns.audienceId };
    const { id } = await campaigns.ok('POST', '/v1/segments', segment);
    const audience = await campaigns.ok('POST', '/v1/audiences', { name: 'Others' });
    const foreign = await campaigns.ok('POST', '/v1/segments', {
      ...segment,
      key: 'cold',
      audience_id: audience.id,
    });

    for (const one of [nobody, 'nothing', '', letters(3_000)])
      expect(await expectUnknown({ segment_id: one })).toBe('segment_id: No such segment');
    for (const name of ['warm', 'WARM people'])
      expect(await expectUnknown({ segment_id: name })).toContain(id);
    expect(await expectUnknown({ segment_id: foreign.id })).toContain(audience.id);
    const stranger = await other();
    expectRefused(await stranger.create({ segment_id: id }), 'segment_id');
  });

  test('is refused with a topic that there is not', async () => {
    await (await other()).actor.topic('theirs');

    for (const topic_key of ['nothing', 'theirs', letters(3_000)])
      await expectUnknown({ topic_key }, 'unknown_topic');
  });
});

describe('an A/B test', () => {
  test('has the usual settings, where none are given', async () => {
    const { status, body } = await campaigns.create({ variants: two });

    expect(status).toBe(201);
    expect(body).toMatchObject({ variants: asShown(two), ab_test: newTest });
  });

  const [early, late] = ['2099-12-24T18:00:00.000Z', '2099-12-25T18:00:00.000Z'];

  const taken: { variants: Fields[] }[] = [
    { variants: variantsOf(10) },
    { variants: [{ key: 'a' }, { key: letters(32), subject: 'Fresh' }] },
    { variants: [{ key: '0-9_z' }, { key: '-', subject: 'Fresh' }] },
    second({ subject: 'S' }),
    second({ subject: letters(998) }),
    second({ subject: null, from_name: 'Kim' }),
    second({ from_name: letters(100) }),
    {
      variants: [
        { key: 'a', send_at: early },
        { key: 'b', send_at: late },
      ],
    },
    {
      variants: [
        { key: 'a', send_at: early },
        { key: 'b', subject: 'Fresh', send_at: early },
      ],
    },
  ];

  test.each(called(taken.map((fields) => [fields])))('takes %s', async (_name, { variants }) => {
    const { status, body } = await campaigns.create({ variants });

    expect([status, body.variants]).toEqual([201, asShown(variants)]);
    expect(await campaigns.read(body.id)).toEqual(body);
  });

  test.each<Fields>([
    { metric: 'click' },
    { metric: 'open' },
    { sample_share: 0.05 },
    { sample_share: 1 },
    { decide_after_minutes: 15 },
    { decide_after_minutes: 10_080 },
    {},
  ])('takes the settings %j', async (ab_test) => {
    const { body } = await campaigns.create({ variants: two, ab_test });

    expect(body.ab_test).toEqual({ ...newTest, ...ab_test });
  });

  const wrongSettings: [settings: Fields, name: string][] = [
    ...['Open', 'sent', '', 7].map((metric): [Fields, string] => [{ metric }, 'metric']),
    ...[0.049, 1.001, 0, '0.2'].map((share): [Fields, string] => [{ sample_share: share }, 'sample_share']),
    ...[14, 10_081, 15.5, '240'].map((minutes): [Fields, string] => [
      { decide_after_minutes: minutes },
      'decide_after_minutes',
    ]),
  ];
  const refused: [fields: Fields, path: Path][] = [
    [{ variants: [] }, ['variants']],
    [{ variants: two.slice(0, 1) }, ['variants']],
    [{ variants: variantsOf(11) }, ['variants']],
    [{ variants: 'ab' }, ['variants']],
    [{ variants: ['a', { key: 'b' }] }, ['variants', 0]],
    ...[undefined, null, '', letters(33), 'A', 'a b', 'ä', 'a\n', 7].map((key): [Fields, Path] => [
      second({ key }),
      ['variants', 1, 'key'],
    ]),
    ...['', letters(999), 7].map((subject): [Fields, Path] => [
      second({ subject }),
      ['variants', 1, 'subject'],
    ]),
    ...[letters(101), 7, 'Kim <3'].map((from_name): [Fields, Path] => [
      second({ from_name }),
      ['variants', 1, 'from_name'],
    ]),
    ...['tomorrow', '', 7, '2099-02-31T00:00:00Z'].map((send_at): [Fields, Path] => [
      second({ send_at }),
      ['variants', 1, 'send_at'],
    ]),
    ...wrongSettings.map(([ab_test, name]): [Fields, Path] => [
      { variants: two, ab_test },
      ['ab_test', name],
    ]),
    [{ variants: two, ab_test: 'open' }, ['ab_test']],
  ];

  test.each(called(refused))('%s is refused, naming the field', async (_name, fields, path) => {
    expectInvalid(await campaigns.create(fields), path);
    expect((await list()).data).toEqual([]);
  });

  const unusable: [why: string, fields: Fields, field: string][] = [
    ['settings without variants', { ab_test: { metric: 'open' } }, 'ab_test'],
    ['a key that is there twice', second({ key: 'a' }), 'variants'],
    ['variants that are the same', { variants: [{ key: 'a' }, { key: 'b' }] }, 'variants'],
    ['a third that is as the first', { variants: [{ key: 'a' }, ...two.slice(1), { key: 'c' }] }, 'variants'],
    ['a send_at for one of them', second({ send_at: early }), 'variants'],
    [
      'the same send_at and nothing else',
      {
        variants: [
          { key: 'a', send_at: early },
          { key: 'b', send_at: early },
        ],
      },
      'variants',
    ],
  ];

  test.each(unusable)('with %s is refused', async (_why, fields, field) => {
    expectRefused(await campaigns.create(fields), field);
    expect((await list()).data).toEqual([]);
  });
});

describe('changing a draft', () => {
  const change = (id: string, fields: unknown) => campaigns.api('PATCH', `/v1/broadcasts/${id}`, fields);

  /** Changes it, and expects the answer to say only this of what was. */
  async function expectChange(id: string, fields: Fields, shown = fields): Promise<void> {
    const before = await campaigns.read(id);
    await service.advance(1);

    const { status, body } = await change(id, fields);

    expect([status, body]).toEqual([200, { ...before, ...shown, updated_at: aTime }]);
    expect(body.updated_at).not.toBe(before.updated_at);
    expect(await campaigns.read(id)).toEqual(body);
  }

  /** Refused, and it is as it was. */
  async function expectNoChange(id: string, fields: unknown): Promise<Answer> {
    const before = await campaigns.read(id);

    const answer = await change(id, fields);

    expect(answer.status).toBe(422);
    expect(await campaigns.read(id)).toEqual(before);
    return answer;
  }

  const taken: Fields[] = [
    { name: 'N' },
    { name: letters(200) },
    { subject: letters(998) },
    { html: '<p>New</p>' },
    { html: letters(900_000) },
    { from_name: 'Kim' },
    { from_name: letters(100) },
    { from_name: null },
    { name: 'New', subject: 'Newer', html: 'Newest', from_name: 'Bo' },
    {},
  ];

  test.each(called(taken.map((fields) => [fields])))(
    'to %s keeps what is not named',
    async (_name, fields) => {
      await expectChange(await campaigns.draft({ from_name: 'Acme' }), fields);
    },
  );

  const wrong: [fields: Fields, path: Path][] = [
    ...['name', 'subject', 'html'].flatMap((name): [Fields, Path][] =>
      ['', null, 7].map((value) => [{ [name]: value }, [name]]),
    ),
    [{ name: letters(201) }, ['name']],
    [{ subject: letters(999) }, ['subject']],
    [{ subject: 'Two\nlines' }, ['subject']],
    [{ from_name: letters(101) }, ['from_name']],
    [{ variants: two.slice(1) }, ['variants']],
    [{ variants: variantsOf(11) }, ['variants']],
    [second({ key: 'B' }), ['variants', 1, 'key']],
    [{ ab_test: { sample_share: 1.01 } }, ['ab_test', 'sample_share']],
    [{ ab_test: { decide_after_minutes: 14 } }, ['ab_test', 'decide_after_minutes']],
    [{ ab_test: { metric: 'sent' } }, ['ab_test', 'metric']],
  ];

  test.each(called(wrong))('to %s is refused, naming the field', async (_name, fields, path) => {
    const id = await campaigns.draft({ variants: two });

    expectInvalid(await expectNoChange(id, { from_name: 'Bo', ...fields }), path);
  });

  test.each([[[]], [7], [null]])('with the body %j is refused', async (body) => {
    expectInvalid(await expectNoChange(await campaigns.draft(), body), []);
  });

  test.each(['audience_id', 'identity_id', 'segment_id', 'topic_key'])(
    'keeps its %s: also the same one is refused',
    async (field) => {
      const id = await campaigns.draft();

      for (const value of [(await campaigns.read(id))[field], nobody])
        expectRefused(await expectNoChange(id, { name: 'New', [field]: value }), field);
    },
  );

  test.each([null, '2099-12-24T18:00:00Z'])(
    'to the scheduled_at %s is refused, and told where it is scheduled',
    async (scheduled_at) => {
      const id = await campaigns.draft();

      for (const fields of [{ scheduled_at }, { scheduled_at, name: 'New' }])
        expect(expectRefused(await expectNoChange(id, fields), 'scheduled_at')).toContain('/send');
    },
  );

  test('to variants makes it a test, and to null none any more', async () => {
    const id = await campaigns.draft();

    await expectChange(id, { variants: two }, { variants: asShown(two), ab_test: newTest });
    await expectChange(id, { variants: null }, { variants: null, ab_test: null });
    expectRefused(await expectNoChange(id, { ab_test: { metric: 'click' } }), 'ab_test');
  });

  test('to other variants replaces the list and keeps the settings', async () => {
    const settings = { metric: 'click', sample_share: 0.5, decide_after_minutes: 60 };
    const id = await campaigns.draft({ variants: two, ab_test: settings });
    const variants = variantsOf(3);

    await expectChange(id, { variants }, { variants: asShown(variants) });
    expect((await campaigns.read(id)).ab_test).toEqual({ ...newTest, ...settings });
  });

  test('to other settings puts them over those that there are', async () => {
    const id = await campaigns.draft({ variants: two, ab_test: { metric: 'click', sample_share: 0.5 } });
    const test = { ...newTest, metric: 'click', sample_share: 0.5 };

    for (const [ab_test, shown] of [
      [{ decide_after_minutes: 60 }, { ...test, decide_after_minutes: 60 }],
      [{ sample_share: 1 }, { ...test, sample_share: 1, decide_after_minutes: 60 }],
      [{}, { ...test, sample_share: 1, decide_after_minutes: 60 }],
    ] as const)
      await expectChange(id, { ab_test }, { ab_test: shown });
    await expectChange(
      id,
      { variants: variantsOf(2), ab_test: { metric: 'open' } },
      {
        variants: asShown(variantsOf(2)),
        ab_test: { ...newTest, sample_share: 1, decide_after_minutes: 60 },
      },
    );
  });

  test('to variants that tell nothing from each other is refused', async () => {
    const id = await campaigns.draft({ variants: two });

    for (const fields of [
      { variants: [{ key: 'a' }, { key: 'b' }] },
      second({ key: 'a' }),
      second({ send_at: '2099-12-24T18:00:00Z' }),
    ])
      expectRefused(await expectNoChange(id, fields), 'variants');
  });
});

/** All that is asked of one campaign. */
const ways: [what: string, ask: (id: string) => Promise<Answer>][] = [
  ['GET', (id) => campaigns.api('GET', `/v1/broadcasts/${id}`)],
  ['PATCH', (id) => campaigns.api('PATCH', `/v1/broadcasts/${id}`, { name: 'New' })],
  ['DELETE', (id) => campaigns.api('DELETE', `/v1/broadcasts/${id}`)],
  ['GET preview', (id) => campaigns.api('GET', `/v1/broadcasts/${id}/preview`)],
  ['GET recipients', (id) => campaigns.api('GET', `/v1/broadcasts/${id}/recipients`)],
  ['GET links', (id) => campaigns.api('GET', `/v1/broadcasts/${id}/links/clicked`)],
  ['POST send', (id) => campaigns.act(id, 'send')],
  ['POST resume', (id) => campaigns.act(id, 'resume')],
  ['POST winner', (id) => campaigns.act(id, 'winner', {})],
];

const notFound = { status: 404, type: 'not_found', message: 'No such campaign' };

describe.each(ways)('%s of one campaign', (_what, ask) => {
  test('is not found by its name, and the answer says its id', async () => {
    const id = await campaigns.draft({ name: 'Warm People' });
    const before = await campaigns.read(id);

    for (const name of ['Warm%20People', 'WARM%20people', '%20warm%20people'])
      expect(refusalOf(await ask(name))).toEqual({
        ...notFound,
        message: `No such campaign. The id of Warm People is ${id}`,
      });
    expect(await campaigns.read(id)).toEqual(before);
  });

  test('is not found where there is none, nor with the key of another workspace', async () => {
    const owner = campaigns;
    const id = await owner.draft({ name: 'Warm' });
    const before = await owner.read(id);
    campaigns = await Campaigns.start(service);

    for (const one of ['nothing', randomUUID(), '%00', letters(3_000), id, 'Warm'])
      expect(refusalOf(await ask(one))).toEqual(notFound);
    expect(await owner.read(id)).toEqual(before);
  });
});

describe('a retry under the same Idempotency-Key', () => {
  test('answers what the first attempt did, and creates nothing', async () => {
    const once = { 'Idempotency-Key': randomUUID() };
    const create = () => campaigns.actor.api('POST', '/v1/broadcasts', campaigns.campaign(), undefined, once);

    const first = await create();
    const again = await create();

    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(again.headers.get('idempotent-replay')).toBe('true');
    expect((await list()).data).toHaveLength(1);
  });
});
