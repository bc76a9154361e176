import { randomBytes, randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { Campaigns } from '../../support/campaigns/campaigns';
import { aDomain } from '../../support/factories';
import { aTimestamp, aTimeOrderedId, unknownId } from '../../support/matchers';
import type { ApiResponse } from '../../support/service';
import { useService } from '../../support/use-service';
import { refusalOf } from '../../support/api-helpers';
import { expectValidationError } from '../../support/list-expectations';

type Fields = Record<string, unknown>;
type Path = (string | number)[];

/** Creating, reading and updating campaigns (CA-1 to CA-11, CA-34, CA-35). */
const service = useService();
let campaigns: Campaigns;

beforeEach(async () => {
  campaigns = await Campaigns.create(service);
});

const listCampaigns = () => campaigns.callOk('GET', '/v1/broadcasts');
const textOfLength = (count: number) => 'x'.repeat(count);

/** Two variants with different subjects. A test requires at least two variants. */
const twoVariants = [{ key: 'a' }, { key: 'b', subject: 'Fresh news' }];

/** Creates variants with different subjects. */
const variantsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ key: `v${index}`, subject: `Subject ${index}` }));

/** Changes the second of two variants. */
const withSecondVariant = (fields: Fields) => ({
  variants: [{ key: 'a' }, { ...twoVariants[1], ...fields }],
});

const presentedVariants = (variants: readonly Fields[]) =>
  variants.map((variant) => ({ subject: null, from_name: null, send_at: null, ...variant }));

const noWindows = {
  opened_within_days: null,
  clicked_within_days: null,
  exclude_unengaged_days: null,
  engaged_within_days: null,
};

/** An A/B test that has not started, with default settings. */
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

/** Prefixes each row with a name, which is the first field of the row, shortened to fit on a line. */
const namedRows = <Row extends unknown[]>(rows: readonly Row[]): [name: string, ...Row][] =>
  rows.map((row) => [inspect(row[0], { breakLength: Infinity, depth: 4 }).slice(0, 90), ...row]);

/** Expects a refusal whose message begins with the name of the field. */
function expectRefused(response: ApiResponse, field: string, type = 'invalid_request'): string {
  const { message, ...refusal } = refusalOf(response);
  expect(refusal).toEqual({ status: 422, type });
  expect(message.startsWith(`${field}:`)).toBe(true);
  return message;
}

describe('creating a campaign', () => {
  // CA-1, CA-5
  test('returns 201 and a draft with every field and no recipients', async () => {
    const request = campaigns.buildCampaign();

    const { status, body } = await campaigns.create();

    expect(status).toBe(201);
    expect(body).toEqual({
      id: aTimeOrderedId,
      name: 'October',
      status: 'draft',
      audience_id: request['audience_id'],
      identity_id: request['identity_id'],
      segment_id: null,
      segment: null,
      topic_key: null,
      subject: 'News',
      from_name: null,
      html: request['html'],
      scheduled_at: null,
      variants: null,
      ab_test: null,
      progress: null,
      pause_reason: null,
      resume_after: null,
      failure_reason: null,
      created_at: aTimestamp,
      updated_at: null,
      started_at: null,
      finished_at: null,
    });
    expect(await campaigns.getCampaign(body.id)).toEqual(body);
  });

  test('stores every field as given', async () => {
    await campaigns.workspace.createTopic('offers');
    const segment = { key: 'all', name: 'All', audience_id: campaigns.audienceId };
    const { id: segment_id } = await campaigns.callOk('POST', '/v1/segments', segment);
    const request = {
      name: ' October ',
      subject: ' {{name}}, news ',
      html: '<p>Été 👍</p>',
      from_name: 'Kim "K" Lee, Acme',
      topic_key: 'offers',
      segment_id,
      segment: { ...noWindows, opened_within_days: 30, engaged_within_days: 3650 },
      variants: presentedVariants([
        { key: 'a', subject: 'One' },
        { key: 'b', from_name: 'Bo' },
      ]),
    };

    const { body } = await campaigns.create({ ...request, ab_test: { metric: 'click' } });

    expect(body).toMatchObject(request);
    expect(body.ab_test).toEqual({ ...newTest, metric: 'click' });
  });

  test('accepts ids with surrounding white space', async () => {
    const { audienceId, workspace } = campaigns;

    const { body } = await campaigns.create({
      audience_id: ` ${audienceId}\n`,
      identity_id: `\t${workspace.domains.marketing?.id} `,
    });

    expect(body).toMatchObject({ audience_id: audienceId, identity_id: workspace.domains.marketing?.id });
  });

  test('again under the same Idempotency-Key returns the same response, however large, without creating another campaign', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const body = campaigns.buildCampaign({ html: randomBytes(450_000).toString('hex') });
    const create = (fields: Fields) =>
      service.api('POST', '/v1/broadcasts', {
        key: campaigns.workspace.key,
        headers,
        body: { ...body, ...fields },
      });

    const [first, repeatResponse] = [await create({}), await create({})];

    expect([first.status, repeatResponse.status]).toEqual([201, 201]);
    expect(repeatResponse.headers.get('idempotent-replay')).toBe('true');
    expect(repeatResponse.body).toEqual(first.body);
    expect(refusalOf(await create({ name: 'Another' }))).toMatchObject({ type: 'idempotency_key_reused' });
  });

  const accepted: Fields[] = [
    { name: 'N' },
    { name: textOfLength(200) },
    { subject: 'S' },
    { subject: textOfLength(998) },
    { html: 'H' },
    { html: textOfLength(900_000) },
    { from_name: 'F' },
    { from_name: textOfLength(100) },
    { from_name: null, topic_key: null, segment_id: null, segment: null, variants: null },
    ...Object.keys(noWindows).flatMap((name) => [
      { segment: { ...noWindows, [name]: 1 } },
      { segment: { ...noWindows, [name]: 3650 } },
    ]),
  ];

  test.each(namedRows(accepted.map((fields) => [fields])))('accepts %s', async (_name, fields) => {
    const { status, body } = await campaigns.create(fields);

    expect([status, body]).toMatchObject([201, fields]);
    expect(await campaigns.getCampaign(body.id)).toEqual(body);
  });

  test('treats an empty from_name as null', async () => {
    const { body } = await campaigns.create({ from_name: '' });

    expect(body.from_name).toBeNull();
  });

  test('returns omitted windows as null', async () => {
    const { body } = await campaigns.create({ segment: { clicked_within_days: 7 } });

    expect(body.segment).toEqual({ ...noWindows, clicked_within_days: 7 });
  });

  const invalidFields: [fields: Fields, path: Path][] = [
    ...['audience_id', 'identity_id', 'name', 'subject', 'html'].flatMap((name): [Fields, Path][] => [
      [{ [name]: undefined }, [name]],
      [{ [name]: null }, [name]],
      [{ [name]: 7 }, [name]],
    ]),
    [{ name: '' }, ['name']],
    [{ name: textOfLength(201) }, ['name']],
    [{ subject: '' }, ['subject']],
    [{ subject: textOfLength(999) }, ['subject']],
    [{ subject: 'Two\nlines' }, ['subject']],
    [{ html: '' }, ['html']],
    [{ from_name: 7 }, ['from_name']],
    [{ from_name: textOfLength(101) }, ['from_name']],
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

  // CA-5, CA-34
  test.each(namedRows(invalidFields))(
    '%s is refused, and the error names the field',
    async (_name, fields, path) => {
      const response = await campaigns.create(fields);

      expectValidationError(response, path);
      expect((await listCampaigns()).data).toEqual([]);
    },
  );

  test.each(['[]', '"October"', 'null', '7'])('a body that is %s is refused', async (raw) => {
    const { key } = campaigns.workspace;

    const response = await service.api('POST', '/v1/broadcasts', { key, raw });

    expectValidationError(response, []);
  });

  test('reports every invalid field before it looks up references', async () => {
    const response = await campaigns.create({
      name: '',
      html: undefined,
      audience_id: unknownId,
      topic_key: 'no',
    });

    expect(refusalOf(response)).toEqual({
      status: 422,
      type: 'invalid_request',
      message: 'Validation failed',
    });
    expect(response.body.error.details.map(({ path }: Fields) => path)).toEqual([['name'], ['html']]);
  });
});

describe('a reference of a campaign', () => {
  const anotherWorkspace = () => Campaigns.create(service);

  /** Expects a refusal and no new campaign. */
  async function expectUnknown(fields: Fields, type?: string): Promise<string> {
    const message = expectRefused(await campaigns.create(fields), Object.keys(fields)[0] ?? '', type);
    expect((await listCampaigns()).data).toEqual([]);
    return message;
  }

  test('to an unknown audience is refused, and the error for an audience name contains the audience id', async () => {
    for (const id of [unknownId, (await anotherWorkspace()).audienceId, 'nothing', '', textOfLength(3_000)])
      expect(await expectUnknown({ audience_id: id })).toBe('audience_id: No such audience');
    for (const name of ['Everybody', ' EVERYBODY '])
      expect(await expectUnknown({ audience_id: name })).toBe(
        `audience_id: No such audience. The id of Everybody is ${campaigns.audienceId}`,
      );
  });

  //
  test('to an unknown domain is refused, and the error for a domain name contains the domain id', async () => {
    const { id, domain = '' } = campaigns.workspace.domains.marketing ?? {};
    const foreignDomainId = (await anotherWorkspace()).workspace.domains.marketing?.id;

    for (const invalidId of [unknownId, foreignDomainId, 'nothing', '', textOfLength(3_000)])
      expect(await expectUnknown({ identity_id: invalidId })).toBe('identity_id: No such sending domain');
    for (const name of [domain, domain.toUpperCase()])
      expect(await expectUnknown({ identity_id: name })).toContain(id);
  });

  // CA-6
  test('to a transactional domain is refused, and to an unverified marketing domain is accepted', async () => {
    const { workspaceId, domains } = campaigns.workspace;
    const pending = await aDomain(service, workspaceId, { risk_class: 'marketing', verified: false });

    await expectUnknown({ identity_id: domains.transactional.id });
    expect(await campaigns.create({ identity_id: pending.id })).toMatchObject({
      status: 201,
      body: { identity_id: pending.id },
    });
  });

  // CA-7
  test('to an unknown segment or a segment of another audience is refused', async () => {
    const segment = { key: 'warm', name: 'Warm people', audience_id: campaigns.audienceId };
    const { id } = await campaigns.callOk('POST', '/v1/segments', segment);
    const audience = await campaigns.callOk('POST', '/v1/audiences', { name: 'Others' });
    const foreign = await campaigns.callOk('POST', '/v1/segments', {
      ...segment,
      key: 'cold',
      audience_id: audience.id,
    });

    for (const invalidId of [unknownId, 'nothing', '', textOfLength(3_000)])
      expect(await expectUnknown({ segment_id: invalidId })).toBe('segment_id: No such segment');
    for (const name of ['warm', 'WARM people'])
      expect(await expectUnknown({ segment_id: name })).toContain(id);
    expect(await expectUnknown({ segment_id: foreign.id })).toContain(audience.id);
    const otherWorkspace = await anotherWorkspace();
    expectRefused(await otherWorkspace.create({ segment_id: id }), 'segment_id');
  });

  test('to an unknown topic is refused', async () => {
    await (await anotherWorkspace()).workspace.createTopic('theirs');

    for (const topic_key of ['nothing', 'theirs', textOfLength(3_000)])
      await expectUnknown({ topic_key }, 'unknown_topic');
  });
});

describe('an A/B test', () => {
  // CA-35
  test('has default settings if the request gives none', async () => {
    const { status, body } = await campaigns.create({ variants: twoVariants });

    expect(status).toBe(201);
    expect(body).toMatchObject({ variants: presentedVariants(twoVariants), ab_test: newTest });
  });

  const [early, late] = ['2099-12-24T18:00:00.000Z', '2099-12-25T18:00:00.000Z'];

  const accepted: { variants: Fields[] }[] = [
    { variants: variantsOf(10) },
    { variants: [{ key: 'a' }, { key: textOfLength(32), subject: 'Fresh' }] },
    { variants: [{ key: '0-9_z' }, { key: '-', subject: 'Fresh' }] },
    withSecondVariant({ subject: 'S' }),
    withSecondVariant({ subject: textOfLength(998) }),
    withSecondVariant({ subject: null, from_name: 'Kim' }),
    withSecondVariant({ from_name: textOfLength(100) }),
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

  test.each(namedRows(accepted.map((fields) => [fields])))('accepts %s', async (_name, { variants }) => {
    const { status, body } = await campaigns.create({ variants });

    expect([status, body.variants]).toEqual([201, presentedVariants(variants)]);
    expect(await campaigns.getCampaign(body.id)).toEqual(body);
  });

  // CA-35
  test.each<Fields>([
    { metric: 'click' },
    { metric: 'open' },
    { sample_share: 0.05 },
    { sample_share: 1 },
    { decide_after_minutes: 15 },
    { decide_after_minutes: 10_080 },
    {},
  ])('accepts the settings %j', async (ab_test) => {
    const { body } = await campaigns.create({ variants: twoVariants, ab_test });

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
  const invalidFields: [fields: Fields, path: Path][] = [
    [{ variants: [] }, ['variants']],
    [{ variants: twoVariants.slice(0, 1) }, ['variants']],
    [{ variants: variantsOf(11) }, ['variants']],
    [{ variants: 'ab' }, ['variants']],
    [{ variants: ['a', { key: 'b' }] }, ['variants', 0]],
    ...[undefined, null, '', textOfLength(33), 'A', 'a b', 'ä', 'a\n', 7].map((key): [Fields, Path] => [
      withSecondVariant({ key }),
      ['variants', 1, 'key'],
    ]),
    ...['', textOfLength(999), 7].map((subject): [Fields, Path] => [
      withSecondVariant({ subject }),
      ['variants', 1, 'subject'],
    ]),
    ...[textOfLength(101), 7, 'Kim <3'].map((from_name): [Fields, Path] => [
      withSecondVariant({ from_name }),
      ['variants', 1, 'from_name'],
    ]),
    ...['tomorrow', '', 7, '2099-02-31T00:00:00Z'].map((send_at): [Fields, Path] => [
      withSecondVariant({ send_at }),
      ['variants', 1, 'send_at'],
    ]),
    ...wrongSettings.map(([ab_test, name]): [Fields, Path] => [
      { variants: twoVariants, ab_test },
      ['ab_test', name],
    ]),
    [{ variants: twoVariants, ab_test: 'open' }, ['ab_test']],
  ];

  test.each(namedRows(invalidFields))(
    '%s is refused, and the error names the field',
    async (_name, fields, path) => {
      expectValidationError(await campaigns.create(fields), path);
      expect((await listCampaigns()).data).toEqual([]);
    },
  );

  const unusable: [reason: string, fields: Fields, field: string][] = [
    ['settings without variants', { ab_test: { metric: 'open' } }, 'ab_test'],
    ['a duplicate key', withSecondVariant({ key: 'a' }), 'variants'],
    ['identical variants', { variants: [{ key: 'a' }, { key: 'b' }] }, 'variants'],
    [
      'a third variant that is identical to the first',
      { variants: [{ key: 'a' }, ...twoVariants.slice(1), { key: 'c' }] },
      'variants',
    ],
    ['a send_at for only one variant', withSecondVariant({ send_at: early }), 'variants'],
    [
      'the same send_at and no other difference',
      {
        variants: [
          { key: 'a', send_at: early },
          { key: 'b', send_at: early },
        ],
      },
      'variants',
    ],
  ];

  test.each(unusable)('with %s is refused', async (_description, fields, field) => {
    expectRefused(await campaigns.create(fields), field);
    expect((await listCampaigns()).data).toEqual([]);
  });
});

describe('updating a draft', () => {
  const updateCampaign = (id: string, fields: unknown) =>
    campaigns.api('PATCH', `/v1/broadcasts/${id}`, fields);

  /** Expects the response to differ from the previous state only in these fields. */
  async function expectChange(id: string, fields: Fields, expected = fields): Promise<void> {
    const before = await campaigns.getCampaign(id);
    await service.advance(1);

    const { status, body } = await updateCampaign(id, fields);

    expect([status, body]).toEqual([200, { ...before, ...expected, updated_at: aTimestamp }]);
    expect(body.updated_at).not.toBe(before.updated_at);
    expect(await campaigns.getCampaign(id)).toEqual(body);
  }

  /** Expects a refusal and an unchanged campaign. */
  async function expectNoChange(id: string, fields: unknown): Promise<ApiResponse> {
    const before = await campaigns.getCampaign(id);

    const response = await updateCampaign(id, fields);

    expect(response.status).toBe(422);
    expect(await campaigns.getCampaign(id)).toEqual(before);
    return response;
  }

  const accepted: Fields[] = [
    { name: 'N' },
    { name: textOfLength(200) },
    { subject: textOfLength(998) },
    { html: '<p>New</p>' },
    { html: textOfLength(900_000) },
    { from_name: 'Kim' },
    { from_name: textOfLength(100) },
    { from_name: null },
    { name: 'New', subject: 'Newer', html: 'Newest', from_name: 'Bo' },
    {},
  ];

  // CA-9
  test.each(namedRows(accepted.map((fields) => [fields])))(
    'with %s keeps the other fields',
    async (_name, fields) => {
      await expectChange(await campaigns.createDraft({ from_name: 'Acme' }), fields);
    },
  );

  const wrong: [fields: Fields, path: Path][] = [
    ...['name', 'subject', 'html'].flatMap((name): [Fields, Path][] =>
      ['', null, 7].map((value) => [{ [name]: value }, [name]]),
    ),
    [{ name: textOfLength(201) }, ['name']],
    [{ subject: textOfLength(999) }, ['subject']],
    [{ subject: 'Two\nlines' }, ['subject']],
    [{ from_name: textOfLength(101) }, ['from_name']],
    [{ variants: twoVariants.slice(1) }, ['variants']],
    [{ variants: variantsOf(11) }, ['variants']],
    [withSecondVariant({ key: 'B' }), ['variants', 1, 'key']],
    [{ ab_test: { sample_share: 1.01 } }, ['ab_test', 'sample_share']],
    [{ ab_test: { decide_after_minutes: 14 } }, ['ab_test', 'decide_after_minutes']],
    [{ ab_test: { metric: 'sent' } }, ['ab_test', 'metric']],
  ];

  test.each(namedRows(wrong))(
    'with %s is refused, and the error names the field',
    async (_name, fields, path) => {
      const id = await campaigns.createDraft({ variants: twoVariants });

      expectValidationError(await expectNoChange(id, { from_name: 'Bo', ...fields }), path);
    },
  );

  test.each([[[]], [7], [null]])('with the body %j is refused', async (body) => {
    expectValidationError(await expectNoChange(await campaigns.createDraft(), body), []);
  });

  // CA-9
  test.each(['audience_id', 'identity_id', 'segment_id', 'topic_key'])(
    'cannot change its %s, not even to the same value',
    async (field) => {
      const id = await campaigns.createDraft();

      for (const value of [(await campaigns.getCampaign(id))[field], unknownId])
        expectRefused(await expectNoChange(id, { name: 'New', [field]: value }), field);
    },
  );

  // CA-9
  test.each([null, '2099-12-24T18:00:00Z'])(
    'with the scheduled_at %s is refused, and the error explains how to schedule',
    async (scheduled_at) => {
      const id = await campaigns.createDraft();

      for (const fields of [{ scheduled_at }, { scheduled_at, name: 'New' }])
        expect(expectRefused(await expectNoChange(id, fields), 'scheduled_at')).toContain('/send');
    },
  );

  test('with variants makes the draft an A/B test, and with variants of null removes the test', async () => {
    const id = await campaigns.createDraft();

    await expectChange(
      id,
      { variants: twoVariants },
      { variants: presentedVariants(twoVariants), ab_test: newTest },
    );
    await expectChange(id, { variants: null }, { variants: null, ab_test: null });
    expectRefused(await expectNoChange(id, { ab_test: { metric: 'click' } }), 'ab_test');
  });

  test('with other variants replaces the list and keeps the settings', async () => {
    const settings = { metric: 'click', sample_share: 0.5, decide_after_minutes: 60 };
    const id = await campaigns.createDraft({ variants: twoVariants, ab_test: settings });
    const variants = variantsOf(3);

    await expectChange(id, { variants }, { variants: presentedVariants(variants) });
    expect((await campaigns.getCampaign(id)).ab_test).toEqual({ ...newTest, ...settings });
  });

  test('with other settings merges them into the existing settings', async () => {
    const id = await campaigns.createDraft({
      variants: twoVariants,
      ab_test: { metric: 'click', sample_share: 0.5 },
    });
    const abTest = { ...newTest, metric: 'click', sample_share: 0.5 };

    for (const [ab_test, expected] of [
      [{ decide_after_minutes: 60 }, { ...abTest, decide_after_minutes: 60 }],
      [{ sample_share: 1 }, { ...abTest, sample_share: 1, decide_after_minutes: 60 }],
      [{}, { ...abTest, sample_share: 1, decide_after_minutes: 60 }],
    ] as const)
      await expectChange(id, { ab_test }, { ab_test: expected });
    await expectChange(
      id,
      { variants: variantsOf(2), ab_test: { metric: 'open' } },
      {
        variants: presentedVariants(variantsOf(2)),
        ab_test: { ...newTest, sample_share: 1, decide_after_minutes: 60 },
      },
    );
  });

  // CA-34
  test('with indistinguishable variants is refused', async () => {
    const id = await campaigns.createDraft({ variants: twoVariants });

    for (const fields of [
      { variants: [{ key: 'a' }, { key: 'b' }] },
      withSecondVariant({ key: 'a' }),
      withSecondVariant({ send_at: '2099-12-24T18:00:00Z' }),
    ])
      expectRefused(await expectNoChange(id, fields), 'variants');
  });
});

/** Every operation on one campaign. */
const routes: [description: string, request: (id: string) => Promise<ApiResponse>][] = [
  ['GET', (id) => campaigns.api('GET', `/v1/broadcasts/${id}`)],
  ['PATCH', (id) => campaigns.api('PATCH', `/v1/broadcasts/${id}`, { name: 'New' })],
  ['DELETE', (id) => campaigns.api('DELETE', `/v1/broadcasts/${id}`)],
  ['GET preview', (id) => campaigns.api('GET', `/v1/broadcasts/${id}/preview`)],
  ['GET recipients', (id) => campaigns.api('GET', `/v1/broadcasts/${id}/recipients`)],
  ['GET links', (id) => campaigns.api('GET', `/v1/broadcasts/${id}/links/clicked`)],
  ['POST send', (id) => campaigns.callAction(id, 'send')],
  ['POST resume', (id) => campaigns.callAction(id, 'resume')],
  ['POST winner', (id) => campaigns.callAction(id, 'winner', {})],
];

const notFound = { status: 404, type: 'not_found', message: 'No such campaign' };

describe.each(routes)('the operation %s on a campaign', (_description, request) => {
  //
  test('responds with 404 to a name, and the error contains the id', async () => {
    const id = await campaigns.createDraft({ name: 'Warm People' });
    const before = await campaigns.getCampaign(id);

    for (const name of ['Warm%20People', 'WARM%20people', '%20warm%20people'])
      expect(refusalOf(await request(name))).toEqual({
        ...notFound,
        message: `No such campaign. The id of Warm People is ${id}`,
      });
    expect(await campaigns.getCampaign(id)).toEqual(before);
  });

  test('responds with 404 if the campaign does not exist or belongs to another workspace', async () => {
    const owner = campaigns;
    const id = await owner.createDraft({ name: 'Warm' });
    const before = await owner.getCampaign(id);
    campaigns = await Campaigns.create(service);

    for (const invalidId of ['nothing', randomUUID(), '%00', textOfLength(3_000), id, 'Warm'])
      expect(refusalOf(await request(invalidId))).toEqual(notFound);
    expect(await owner.getCampaign(id)).toEqual(before);
  });
});

describe('a retry under the same Idempotency-Key', () => {
  test('returns the first response and creates nothing', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const create = () =>
      campaigns.workspace.api('POST', '/v1/broadcasts', campaigns.buildCampaign(), undefined, headers);

    const first = await create();
    const repeatResponse = await create();

    expect(repeatResponse).toMatchObject({ status: 201, body: first.body });
    expect(repeatResponse.headers.get('idempotent-replay')).toBe('true');
    expect((await listCampaigns()).data).toHaveLength(1);
  });
});
