import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { keys, shards } from '../../../shared/db/keys';
import { Automations, minuteMs, step, type ApiBody } from '../../support/automations/automations';
import { randomAddress, numberedAddresses } from '../../support/test-workspace';
import { mapConcurrent } from '../../support/map-concurrent';
import { aDomain } from '../../support/factories';
import { aTimestamp, aTimeOrderedId, unknownId } from '../../support/matchers';
import { injectFault } from '../../support/scheduled-sends';
import type { ApiResponse } from '../../support/service';
import { ServiceTable } from '../../support/table';
import { useService } from '../../support/use-service';
import { refusalOf } from '../../support/api-helpers';
import { expectValidationError, expectPages, expectPageSizes } from '../../support/list-expectations';

type Fields = Record<string, unknown>;
type Path = (string | number)[];

const service = useService();
let automations: Automations;

beforeEach(async () => {
  automations = await Automations.create(service);
});

afterEach(() => service.control('DELETE', '/faults'));

const create = (fields?: Fields) => automations.create(fields);
const listAutomations = (query = '') => automations.callOk('GET', `/v1/automations${query}`);
const updateAutomation = (id: string, fields: Fields) =>
  automations.api('PATCH', `/v1/automations/${id}`, fields);
const noEnrollments = { active: 0, completed: 0, canceled: 0, failed: 0 };
const noTrigger = { audience_id: null, event_name: null, tag: null };

const textOfLength = (count: number) => 'x'.repeat(count);
const stepsOf = (count: number) => Array.from({ length: count }, (_, index) => step(`Step ${index}`));
const tagsOf = (count: number) => Array.from({ length: count }, (_, index) => `t${index}`);
const variablesOf = (count: number) => Object.fromEntries(tagsOf(count).map((name) => [name, '']));

/** Prefixes each row with a name, which is the first field of the row, shortened to fit on a line. */
const namedRows = <Row extends unknown[]>(rows: readonly Row[]): [name: string, ...Row][] =>
  rows.map((row) => [inspect(row[0], { breakLength: Infinity }).slice(0, 80), ...row]);

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** Returns steps whose JSON has the given number of bytes. */
function stepsWith(bytes: number): Fields[] {
  const empty = stepsOf(20);
  const template = step('Step', { html: '' });
  return [
    ...empty.slice(1),
    { ...template, html: `é${textOfLength(bytes - 2 - bytesOf([...empty.slice(1), template]))}` },
  ];
}

/** Returns variables whose JSON has the given number of bytes. */
function variablesWith(bytes: number): Record<string, string> {
  const empty = variablesOf(20);
  const share = Math.floor((bytes - bytesOf(empty)) / 20);
  const variables = Object.fromEntries(Object.keys(empty).map((name) => [name, textOfLength(share)]));
  return { ...variables, t0: textOfLength(share + bytes - bytesOf(variables)) };
}

/** Returns a mailbox of the given length with the longest possible address. */
const longMailbox = (length: number) => {
  const address = `${textOfLength(64)}@${textOfLength(63)}.${textOfLength(63)}.${textOfLength(61)}`;
  return `${textOfLength(length - address.length - 3)} <${address}>`;
};

/** Expects a refusal whose message begins with the name of the field. */
function expectRefused(response: ApiResponse, field: string, type = 'invalid_request'): string {
  const { message, ...refusal } = refusalOf(response);
  expect(refusal).toEqual({ status: 422, type });
  expect(message.startsWith(`${field}:`)).toBe(true);
  return message;
}

describe('creating an automation', () => {
  // AT-1, AT-4, AT-12
  test('returns 201 and a draft with every field and no enrollments', async () => {
    const request = automations.buildAutomation({ slug: 'onboard' });

    const { status, body } = await create(request);

    expect(status).toBe(201);
    expect(body).toEqual({
      id: aTimeOrderedId,
      name: 'Welcome',
      slug: 'onboard',
      status: 'draft',
      trigger: { kind: 'api', ...noTrigger },
      identity_id: request['identity_id'],
      from: request['from'],
      reply_to: null,
      steps: [{ delay_minutes: 0, subject: 'Hello', html: '<p>It works.</p>', template_slug: null }],
      exit_on_reply: true,
      topic_key: null,
      exit_tags: [],
      required_tags: [],
      reenrollment: 'after_completion',
      default_variables: {},
      contact_fields: false,
      created_at: aTimestamp,
      updated_at: null,
      enrollments: noEnrollments,
    });
    expect(await automations.getAutomation(body.id)).toEqual(body);
  });

  test('stores every field unchanged', async () => {
    await automations.workspace.createTopic('offers');
    await automations.workspace.createTemplate('copy');
    const request = {
      from: `Kim Lee <${automations.workspace.newsFrom}>`,
      reply_to: 'Desk <desk@example.com>',
      trigger: { kind: 'event', event_name: ' Signed Up ' },
      steps: [
        { delay_minutes: 5, subject: ' One {{name}} ', html: '<p>1</p>', template_slug: null },
        { delay_minutes: 60, subject: 'Two', html: null, template_slug: 'copy' },
        { delay_minutes: 0, subject: 'Three', html: '<p>3</p>', template_slug: 'copy' },
      ],
      exit_on_reply: false,
      topic_key: 'offers',
      exit_tags: ['customer'],
      required_tags: ['trial', 'vip'],
      reenrollment: 'never',
      default_variables: { name: 'you', 'company.name': '' },
    };

    const { body } = await create(request);

    expect(body).toMatchObject({
      ...request,
      trigger: { kind: 'event', ...noTrigger, event_name: ' Signed Up ' },
    });
    expect(body.default_variables).toEqual(request.default_variables);
  });

  test('accepts a domain id with surrounding white space', async () => {
    const identity_id = automations.workspace.domains.marketing?.id;

    const { body } = await create({ identity_id: ` ${identity_id}\n` });

    expect(body.identity_id).toBe(identity_id);
  });

  const accepted: Fields[] = [
    { name: 'N' },
    { name: textOfLength(200) },
    { slug: '-' },
    { slug: '0-9a' },
    { reply_to: 'a@b.co' },
    { reply_to: longMailbox(320) },
    { reply_to: null, topic_key: null },
    { steps: stepsOf(20) },
    { steps: [step('Hello', { delay_minutes: 525_600 })] },
    { steps: [step('S')] },
    { steps: [step(textOfLength(998))] },
    { exit_tags: tagsOf(20), required_tags: tagsOf(20) },
    { exit_tags: [textOfLength(60)], required_tags: ['x'] },
    { exit_tags: [], required_tags: [] },
    { default_variables: variablesOf(100) },
    { default_variables: { a: textOfLength(10_000) } },
    { default_variables: { 'Az09_.': 'v', constructor: 'c' } },
    { default_variables: variablesWith(100_000) },
    { steps: stepsWith(250_000) },
    { exit_tags: ['👍'.repeat(60)] },
  ];

  test.each(namedRows(accepted.map((fields) => [fields])))('accepts %s', async (_name, fields) => {
    const { status, body } = await create(fields);

    expect([status, body]).toMatchObject([201, fields]);
    expect(await automations.getAutomation(body.id)).toEqual(body);
  });

  test('accepts a template instead of an empty body', async () => {
    await automations.workspace.createTemplate('copy');

    const { status, body } = await create({ steps: [step('Hi', { html: '', template_slug: 'copy' })] });

    expect([status, body.steps?.[0].template_slug]).toEqual([201, 'copy']);
  });

  // AT-6
  test('stores the response for retries even if every field is at its limit', async () => {
    const request = automations.buildAutomation({
      name: '"'.repeat(200),
      steps: stepsWith(250_000),
      default_variables: variablesWith(100_000),
      exit_tags: tagsOf(20),
      required_tags: tagsOf(20),
    });
    const once = { 'Idempotency-Key': randomUUID() };

    const first = await automations.create(request, once);
    const repeatResponse = await automations.create(request, once);

    expect([first.status, repeatResponse.status]).toEqual([201, 201]);
    expect(repeatResponse.headers.get('idempotent-replay')).toBe('true');
    expect(repeatResponse.body).toEqual(first.body);
  });

  const withStep = (fields: Fields) => ({ steps: [step(), step('Hello', fields)] });
  const lists = ['exit_tags', 'required_tags'];
  const invalidFields: [fields: Fields, path: Path][] = [
    [{ name: undefined }, ['name']],
    [{ name: '' }, ['name']],
    [{ name: textOfLength(201) }, ['name']],
    [{ name: 7 }, ['name']],
    ...[undefined, '', 'Warm', 'a b', 'a_b', 'ä', 'a\n', 7].map((slug): [Fields, Path] => [
      { slug },
      ['slug'],
    ]),
    [{ identity_id: undefined }, ['identity_id']],
    [{ identity_id: null }, ['identity_id']],
    [{ from: undefined }, ['from']],
    [{ from: 'ab' }, ['from']],
    [{ from: 'nobody' }, ['from']],
    [{ reply_to: 'ab' }, ['reply_to']],
    [{ reply_to: longMailbox(321) }, ['reply_to']],
    [{ reply_to: 'nobody' }, ['reply_to']],
    [{ trigger: undefined }, ['trigger']],
    [{ trigger: {} }, ['trigger', 'kind']],
    [{ trigger: { kind: 'cron' } }, ['trigger', 'kind']],
    [{ trigger: { kind: 'contact_added', event_name: 'x', tag: 'x' } }, ['trigger', 'audience_id']],
    ...[undefined, null, '', textOfLength(121)].map((event_name): [Fields, Path] => [
      { trigger: { kind: 'event', event_name } },
      ['trigger', 'event_name'],
    ]),
    ...[undefined, null, '', '  ', textOfLength(61)].map((tag): [Fields, Path] => [
      { trigger: { kind: 'tag_added', tag } },
      ['trigger', 'tag'],
    ]),
    [{ steps: undefined }, ['steps']],
    [{ steps: [] }, ['steps']],
    [{ steps: stepsOf(21) }, ['steps']],
    [{ steps: stepsWith(250_001) }, ['steps']],
    ...[undefined, -1, 525_601, 1.5, '1'].map((delay_minutes): [Fields, Path] => [
      withStep({ delay_minutes }),
      ['steps', 1, 'delay_minutes'],
    ]),
    ...[undefined, '', textOfLength(999)].map((subject): [Fields, Path] => [
      withStep({ subject }),
      ['steps', 1, 'subject'],
    ]),
    [withStep({ html: undefined }), ['steps', 1]],
    [withStep({ html: null, template_slug: null }), ['steps', 1]],
    [{ exit_on_reply: 'yes' }, ['exit_on_reply']],
    [{ topic_key: 7 }, ['topic_key']],
    ...lists.flatMap((name): [Fields, Path][] => [
      [{ [name]: tagsOf(21) }, [name]],
      [{ [name]: ['a', ''] }, [name, 1]],
      [{ [name]: [textOfLength(61)] }, [name, 0]],
      [{ [name]: 'a' }, [name]],
    ]),
    [{ reenrollment: 'sometimes' }, ['reenrollment']],
    [{ default_variables: variablesOf(101) }, ['default_variables']],
    [{ default_variables: variablesWith(100_001) }, ['default_variables']],
    [{ default_variables: { a: textOfLength(10_001) } }, ['default_variables']],
    ...['', 'a b', 'a-b', 'ä'].map((name): [Fields, Path] => [
      { default_variables: { [name]: 'v' } },
      ['default_variables'],
    ]),
    [{ default_variables: { a: 7 } }, ['default_variables', 'a']],
  ];

  // AT-6, AT-11, AT-12
  test.each(namedRows(invalidFields))(
    '%s is refused, and the error names the field',
    async (_name, fields, path) => {
      const response = await create(fields);

      expectValidationError(response, path);
      expect((await listAutomations()).data).toEqual([]);
    },
  );

  // AT-10, C-22
  test.each(lists)('normalizes %s, removes duplicates and drops white space', async (name) => {
    const { body } = await create({ [name]: [' Big  Spender ', 'VIP', 'vip', '  ', 'big-spender'] });

    expect(body[name]).toEqual(['big-spender', 'vip']);
  });
});

describe('the trigger', () => {
  const kinds: [request: Fields, expected: Fields][] = [
    [
      { kind: 'api', audience_id: 7, event_name: '', tag: [] },
      { kind: 'api', ...noTrigger },
    ],
    [
      { kind: 'event', event_name: 'a', audience_id: unknownId, tag: '' },
      { kind: 'event', ...noTrigger, event_name: 'a' },
    ],
    [
      { kind: 'event', event_name: textOfLength(120) },
      { kind: 'event', ...noTrigger, event_name: textOfLength(120) },
    ],
    [
      { kind: 'tag_added', tag: ' Big  Spender ', event_name: 'a' },
      { kind: 'tag_added', ...noTrigger, tag: 'big-spender' },
    ],
    [
      { kind: 'tag_added', tag: textOfLength(60) },
      { kind: 'tag_added', ...noTrigger, tag: textOfLength(60) },
    ],
  ];

  // AT-9
  test.each(namedRows(kinds))('%s keeps only the fields of its kind', async (_name, trigger, expected) => {
    expect((await create({ trigger })).body.trigger).toEqual(expected);
  });

  test('of kind contact_added stores the audience id', async () => {
    const audience_id = await automations.createAudience();

    const { body } = await create({ trigger: { kind: 'contact_added', audience_id, tag: 'x' } });

    expect(body.trigger).toEqual({ kind: 'contact_added', ...noTrigger, audience_id });
  });

  // AT-9
  test('with an unknown audience is refused, and the error for an audience name contains the audience id', async () => {
    const audienceId = await automations.createAudience('Customers');
    const foreignAudienceId = await (await Automations.create(service)).createAudience();
    const expectUnknownAudience = async (audience_id: string) =>
      expectRefused(await create({ trigger: { kind: 'contact_added', audience_id } }), 'trigger.audience_id');

    for (const id of [unknownId, foreignAudienceId, 'nothing', '']) await expectUnknownAudience(id);
    expect(await expectUnknownAudience(' CUSTOMERS')).toContain(audienceId);
  });
});

describe('the sender', () => {
  const createDomain = (fields: Fields = {}) =>
    aDomain(service, automations.workspace.workspaceId, { risk_class: 'marketing', ...fields });

  // AT-8
  test.each<[description: string, id: () => unknown]>([
    ['unknown', () => unknownId],
    ['empty', () => ''],
    ['the id of a transactional domain', () => automations.workspace.domains.transactional.id],
    ['the id of a marketing domain other than the sender’s domain', async () => (await createDomain()).id],
    [
      'the id of a domain in another workspace',
      async () => (await Automations.create(service)).workspace.domains.marketing?.id,
    ],
  ])('is refused if the identity_id is %s', async (_description, id) => {
    expectRefused(await create({ identity_id: await id() }), 'identity_id');
  });

  test('is refused if the identity_id is a domain name, and the error contains the domain id', async () => {
    const { id = '', domain = '' } = automations.workspace.domains.marketing ?? {};

    for (const name of [domain, domain.toUpperCase()])
      expect(expectRefused(await create({ identity_id: name }), 'identity_id')).toContain(id);
  });

  // AT-8
  test('must be on a verified marketing domain and use the exact domain name', async () => {
    const pending = await createDomain({ verified: false });
    const { from, newsFrom } = automations.workspace;

    for (const fields of [
      { from: 'kim@unknown.example' },
      { from: newsFrom.replace('@', '@sub.') },
      { from },
      { from: `kim@${pending.domain}`, identity_id: pending.id },
    ])
      expect(refusalOf(await create(fields))).toMatchObject({ status: 422, type: 'no_verified_identity' });
    expect((await listAutomations()).data).toEqual([]);
    expect((await create({ from: `Kim <${newsFrom.toUpperCase()}>` })).status).toBe(201);
  });

  test('with more white space than a record can store is refused without an internal error', async () => {
    const response = await create({ from: `Kim <${automations.workspace.newsFrom}>${' '.repeat(420_000)}` });

    expectValidationError(response, ['from']);
  });
});

describe('a reference of an automation', () => {
  // AT-7
  test('to an unknown template is refused, and the error names the step', async () => {
    const otherWorkspace = await Automations.create(service);
    await Promise.all([
      automations.workspace.createTemplate('copy'),
      otherWorkspace.workspace.createTemplate('theirs'),
    ]);

    for (const template_slug of ['nothing', 'theirs', 'Copy', textOfLength(3_000)]) {
      const steps = [step('One', { template_slug: 'copy' }), step('Two', { template_slug })];
      expectRefused(await create({ steps }), 'steps.1.template_slug');
    }
  });

  // AT-7
  test('to an unknown topic is refused', async () => {
    const otherWorkspace = await Automations.create(service);
    await otherWorkspace.workspace.createTopic('theirs');

    for (const topic_key of ['nothing', 'theirs', textOfLength(3_000)])
      expectRefused(await create({ topic_key }), 'topic_key', 'unknown_topic');
  });

  // AT-5
  test('a slug that is already in use conflicts only within its workspace', async () => {
    await automations.createDraft({ slug: 'onboard' });
    const otherWorkspace = await Automations.create(service);

    expect(refusalOf(await create({ slug: 'onboard' }))).toMatchObject({ status: 409, type: 'conflict' });
    expect((await listAutomations()).data).toHaveLength(1);
    expect((await otherWorkspace.create({ slug: 'onboard' })).status).toBe(201);
  });

  test('ten concurrent requests with the same slug create one automation', async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => create({ slug: 'onboard' })));

    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(409)]);
    expect((await listAutomations()).data).toHaveLength(1);
  });
});

describe('placeholders', () => {
  const triggerOf = async (kind: string): Promise<Fields> => ({
    kind,
    event_name: 'signed_up',
    tag: 'trial',
    audience_id: await automations.createAudience(),
  });
  const steps = [
    step('{{ subject }} {{both}}', { html: '{{html}} {{both}} {{constructor}}' }),
    step('Hello', { html: undefined, template_slug: 'copy' }),
  ];
  const names = ['both', 'constructor', 'html', 'subject', 'template.html', 'template_text'];
  const values = Object.fromEntries(names.map((name) => [name, '']));

  beforeEach(() =>
    automations.workspace.createTemplate('copy', { html: '{{template.html}}', text: '{{ template_text }}' }),
  );

  /** Returns the placeholders that the error reports as lacking a value. */
  function missingVariables(response: ApiResponse): string[] {
    expect(refusalOf(response)).toMatchObject({ status: 422, type: 'missing_variables' });
    return response.body.error.missing.sort();
  }

  // AT-13
  test.each(['tag_added', 'contact_added'])(
    'of an automation with trigger %s all require a default, which may be empty',
    async (kind) => {
      const trigger = await triggerOf(kind);

      expect(missingVariables(await create({ trigger, steps }))).toEqual(names);
      const remainingValues = { ...values, both: undefined };
      expect(missingVariables(await create({ trigger, steps, default_variables: remainingValues }))).toEqual([
        'both',
      ]);
      expect((await listAutomations()).data).toEqual([]);
      expect((await create({ trigger, steps, default_variables: values })).status).toBe(201);
    },
  );

  // AT-13
  test.each(['api', 'event'])('of an automation with trigger %s require no default', async (kind) => {
    const id = await automations.createDraft({ trigger: await triggerOf(kind), steps });

    expect((await updateAutomation(id, { default_variables: { both: '' } })).status).toBe(200);
  });

  test('without a default make an update fail, even if a template gained them after the creation', async () => {
    const id = await automations.createDraft({
      trigger: await triggerOf('tag_added'),
      steps,
      default_variables: values,
    });
    const before = await automations.getAutomation(id);
    await automations.workspace.createTemplate('copy', { html: '{{template.html}} {{new}}' });

    const response = await updateAutomation(id, {
      exit_on_reply: false,
      exit_tags: ['x'],
      default_variables: values,
    });

    expect(missingVariables(response)).toEqual(['new']);
    expect(await automations.getAutomation(id)).toEqual(before);
    expect((await updateAutomation(id, { default_variables: { ...values, new: 'x' } })).status).toBe(200);
    expect((await updateAutomation(id, { exit_on_reply: false })).status).toBe(200);
  });
});

describe('a retry under the same Idempotency-Key', () => {
  const createWithRetry = async (headers = { 'Idempotency-Key': randomUUID() }) => {
    const request = automations.buildAutomation();
    return {
      first: await automations.create(request, headers),
      retry: () => automations.create(request, headers),
    };
  };

  test('returns the first response and creates nothing', async () => {
    const { first, retry } = await createWithRetry();

    const repeatResponse = await retry();

    expect(repeatResponse).toMatchObject({ status: 201, body: first.body });
    expect(repeatResponse.headers.get('idempotent-replay')).toBe('true');
    expect((await listAutomations()).data).toEqual([first.body]);
  });

  test('returns the automation that a crashed attempt created, without a conflict', async () => {
    await injectFault(service, 'dynamodb TransactWriteItems', {
      crash: 'after',
      times: 1,
      function: 'createAutomation',
    });
    const { first, retry } = await createWithRetry();
    const [left] = (await listAutomations()).data;
    await service.advance(minuteMs);

    expect(first.status).toBe(500);
    expect(await retry()).toMatchObject({ status: 201, body: left });
    expect((await listAutomations()).data).toEqual([left]);
  });
});

describe('the list of automations', () => {
  /** Creates drafts and returns their ids, newest first. */
  async function createDrafts(count: number): Promise<string[]> {
    const ids: string[] = [];
    for (let remaining = count; remaining > 0; remaining--) {
      ids.unshift(await automations.createDraft());
      await service.advance(1);
    }
    return ids;
  }
  const idsOf = ({ data }: ApiBody): string[] => data.map(({ id }: ApiBody) => id);

  // AT-3
  test('contains each automation with its counts, newest first', async () => {
    const otherWorkspace = await Automations.create(service);
    await otherWorkspace.createDraft();
    const ids = await createDrafts(2);
    const id = await automations.createActive({ steps: stepsOf(3) });
    await automations.enroll(id, randomAddress());

    const { data, ...envelope } = await listAutomations();

    expect(envelope).toEqual({ object: 'list', has_more: false, next_cursor: null });
    expect(data).toEqual(await Promise.all([id, ...ids].map((item) => automations.getAutomation(item))));
    expect(data[0].enrollments).toEqual({ ...noEnrollments, active: 1 });
  });

  test('continues after the cursor, or from the start if the cursor is invalid', async () => {
    const ids = await createDrafts(5);

    await expectPages(listAutomations, await Promise.all(ids.map((id) => automations.getAutomation(id))));
  });

  //
  test('has 50 automations per page by default and 100 at most', async () => {
    await mapConcurrent(10, numberedAddresses(101), () => automations.createDraft());

    await expectPageSizes(listAutomations);
  });

  test('ends a page early if the automations are large, and omits no automation', async () => {
    const steps = stepsWith(250_000);
    const ids = await mapConcurrent(4, numberedAddresses(70), () => automations.createDraft({ steps }));

    const listed: string[] = [];
    for (
      let page = await listAutomations('?limit=100');
      ;
      page = await listAutomations(`?limit=100&cursor=${page.next_cursor}`)
    ) {
      listed.push(...idsOf(page));
      expect(page.data.every((item: ApiBody) => item.steps.length === 20)).toBe(true);
      if (!page.has_more) break;
    }

    expect(listed.toSorted()).toEqual(ids.toSorted());
  });

  test('reads only a few more large automations than it returns', async () => {
    const steps = stepsWith(250_000);
    await mapConcurrent(4, numberedAddresses(50), () => automations.createDraft({ steps }));
    const since = await service.now();

    const { data } = await listAutomations('?limit=100');

    const calls = (await service.calls(since)).filter((call) => call.function === 'listAutomations');
    const units = calls.reduce((sum, { read_units }) => sum + read_units, 0);
    // Each automation of 250,000 bytes costs 31 read units, and 25 automations are read at a time. The list and the counts
    // cost few read units.
    expect(data.length).toBeGreaterThan(15);
    expect(units).toBeLessThan(1_000);
  });
});

/** Every operation on one automation. */
const routes: [description: string, request: (id: string) => Promise<ApiResponse>][] = [
  ['GET', (id) => automations.api('GET', `/v1/automations/${id}`)],
  ['PATCH', (id) => updateAutomation(id, { exit_on_reply: false })],
  ['DELETE', (id) => automations.api('DELETE', `/v1/automations/${id}`)],
  ['POST status', (id) => automations.api('POST', `/v1/automations/${id}/status`, { status: 'active' })],
  ['POST enroll', (id) => automations.tryToEnroll(id, 'kim@example.com')],
  ['GET enrollments', (id) => automations.api('GET', `/v1/automations/${id}/enrollments`)],
];

const notFound = { status: 404, type: 'not_found', message: 'No such automation' };

describe.each(routes)('the operation %s on an automation', (_description, request) => {
  //
  test('responds with 404 to a name or slug, and the error contains the id', async () => {
    const id = await automations.createDraft({ name: 'Warm People', slug: 'warm-30' });
    const before = await automations.getAutomation(id);

    for (const name of ['Warm%20People', 'WARM%20people', 'warm-30']) {
      const response = await request(name);
      expect(refusalOf(response)).toMatchObject({ status: 404, type: 'not_found' });
      expect(response.body.error.message).toContain(id);
    }
    expect(await automations.getAutomation(id)).toEqual(before);
  });

  test('responds with 404 if the automation does not exist or belongs to another workspace', async () => {
    const owner = automations;
    const id = await owner.createActive({ slug: 'warm' });
    const before = await owner.getAutomation(id);
    automations = await Automations.create(service);

    for (const item of ['nothing', randomUUID(), '%00', textOfLength(3_000), id, 'warm'])
      expect(refusalOf(await request(item))).toEqual(notFound);
    expect(await owner.getAutomation(id)).toEqual(before);
  });
});

describe('updating an automation', () => {
  const rules = {
    topic_key: 'offers',
    exit_tags: ['customer'],
    required_tags: ['trial'],
    exit_on_reply: false,
    reply_to: 'desk@example.com',
    reenrollment: 'never',
    default_variables: { name: 'you' },
  };

  beforeEach(async () => {
    await automations.workspace.createTopic('offers');
  });

  /** Expects the response to differ from the previous state only in these fields. */
  async function expectChange(id: string, fields: Fields, expected = fields): Promise<void> {
    const before = await automations.getAutomation(id);
    await service.advance(1);

    const { status, body } = await updateAutomation(id, fields);

    expect(status).toBe(200);
    expect(body).toEqual({ ...before, ...expected, updated_at: aTimestamp });
    expect(body.updated_at).not.toBe(before.updated_at);
    expect(await automations.getAutomation(id)).toEqual(body);
  }

  // AT-14
  test.each(Object.entries(rules))('sets %s and keeps the other fields', async (name, value) => {
    await expectChange(await automations.createDraft(), { [name]: value });
  });

  test.each<Fields>([
    { topic_key: null },
    { reply_to: null },
    { exit_tags: [] },
    { required_tags: [] },
    { default_variables: {} },
    { default_variables: { other: 'x' } },
    { exit_on_reply: true, reenrollment: 'after_completion' },
  ])('%j replaces the whole field', async (fields) => {
    await expectChange(await automations.createActive(rules), fields);
  });

  // AT-15
  test('without any fields sets updated_at', async () => {
    const id = await automations.createDraft(rules);

    await expectChange(id, {});
    await expectChange(id, {});
  });

  test('normalizes tags as creation does', async () => {
    const exit_tags = [' Big  Spender ', 'VIP', 'vip', '  '];

    await expectChange(await automations.createDraft(), { exit_tags }, { exit_tags: ['big-spender', 'vip'] });
  });

  const accepted: Fields[] = [
    { reply_to: longMailbox(320) },
    { exit_tags: tagsOf(20) },
    { required_tags: [textOfLength(60)] },
    { default_variables: variablesOf(100) },
    { default_variables: { a: textOfLength(10_000) } },
    { default_variables: variablesWith(100_000) },
  ];

  test.each(namedRows(accepted.map((fields) => [fields])))('accepts %s', async (_name, fields) => {
    await expectChange(await automations.createDraft(), fields);
  });

  const immutableFields: [name: string, value: unknown][] = [
    ['name', 'New'],
    ['slug', 'new'],
    ['identity_id', unknownId],
    ['from', 'kim@example.com'],
    ['trigger', { kind: 'api' }],
    ['steps', [step()]],
    ['status', 'active'],
    ['unknown', 1],
  ];
  const invalidFields: [fields: Fields, path: Path][] = [
    [{ reply_to: 'ab' }, ['reply_to']],
    [{ reply_to: longMailbox(321) }, ['reply_to']],
    [{ reply_to: 'nobody' }, ['reply_to']],
    [{ exit_on_reply: null }, ['exit_on_reply']],
    [{ exit_tags: null }, ['exit_tags']],
    [{ exit_tags: tagsOf(21) }, ['exit_tags']],
    [{ required_tags: [''] }, ['required_tags', 0]],
    [{ required_tags: [textOfLength(61)] }, ['required_tags', 0]],
    [{ reenrollment: null }, ['reenrollment']],
    [{ default_variables: null }, ['default_variables']],
    [{ default_variables: variablesOf(101) }, ['default_variables']],
    [{ default_variables: variablesWith(100_001) }, ['default_variables']],
    [{ default_variables: { a: textOfLength(10_001) } }, ['default_variables']],
  ];

  test.each(namedRows(invalidFields))(
    '%s is refused, the error names the field, and the automation is unchanged',
    async (_name, fields, path) => {
      const id = await automations.createDraft(rules);
      const before = await automations.getAutomation(id);

      expectValidationError(await updateAutomation(id, { topic_key: null, ...fields }), path);
      expect(await automations.getAutomation(id)).toEqual(before);
    },
  );

  // AT-14
  test.each(immutableFields)('of its %s is refused, and the automation is unchanged', async (name, value) => {
    const id = await automations.createDraft(rules);
    const before = await automations.getAutomation(id);

    const response = await updateAutomation(id, {
      topic_key: null,
      [name]: name in before ? before[name] : value,
    });
    const changedValue = await updateAutomation(id, { topic_key: null, [name]: value });

    for (const item of [response, changedValue]) {
      expect(refusalOf(item)).toMatchObject({ status: 422, type: 'invalid_request' });
      expect(JSON.stringify(item.body)).toContain(name);
    }
    expect(await automations.getAutomation(id)).toEqual(before);
  });

  test('checks the topic only if it changes', async () => {
    const id = await automations.createDraft(rules);
    await automations.callOk('DELETE', '/v1/topics/offers');
    const before = await automations.getAutomation(id);

    const unknown = await updateAutomation(id, { topic_key: 'nothing', exit_on_reply: true });

    expectRefused(unknown, 'topic_key', 'unknown_topic');
    expect(await automations.getAutomation(id)).toEqual(before);
    await expectChange(id, { topic_key: 'offers', exit_on_reply: true });
    await expectChange(id, { topic_key: null });
    expectRefused(await updateAutomation(id, { topic_key: 'offers' }), 'topic_key', 'unknown_topic');
  });
});

describe('the status', () => {
  const statuses = ['draft', 'active', 'paused'];
  const transitions = statuses.flatMap((from) => statuses.map((to) => [from, to] as const));

  // AT-17
  test.each(transitions)(
    'changes from %s to %s, and setting the same status changes nothing',
    async (from, to) => {
      const id = await automations.createDraft();
      await automations.setStatus(id, from);
      const before = await automations.getAutomation(id);
      await service.advance(1);

      const response = await automations.setStatus(id, to);

      expect(response).toEqual(from === to ? before : { ...before, status: to, updated_at: aTimestamp });
      if (from !== to) expect(response.updated_at).not.toBe(before.updated_at);
      expect(await automations.getAutomation(id)).toEqual(response);
    },
  );

  test.each([{}, { status: null }, { status: 'Active' }, { status: 'deleted' }])(
    '%j is invalid and changes nothing',
    async (body) => {
      const id = await automations.createDraft();
      const before = await automations.getAutomation(id);

      expectValidationError(await automations.api('POST', `/v1/automations/${id}/status`, body), ['status']);
      expect(await automations.getAutomation(id)).toEqual(before);
    },
  );
});

describe('deleting an automation', () => {
  const deleteAutomation = (id: string) => automations.callOk('DELETE', `/v1/automations/${id}`);

  // AT-19
  test('returns the number of active enrollments that were canceled', async () => {
    const id = await automations.createActive({ steps: [step('Later', { delay_minutes: 60 })] });
    for (const email of numberedAddresses(3)) await automations.enroll(id, email);
    await automations.workspace.unsubscribe('person-0@example.com');

    expect(await deleteAutomation(id)).toEqual({ id, deleted: true, enrollments_canceled: 2 });
  });

  test('makes the automation unavailable to every request and frees its slug', async () => {
    const id = await automations.createActive({ slug: 'onboard' });
    await deleteAutomation(id);

    for (const [, request] of routes)
      for (const item of [id, 'onboard']) expect(refusalOf(await request(item))).toEqual(notFound);
    expect((await listAutomations()).data).toEqual([]);
    expect((await create({ slug: 'onboard' })).body.enrollments).toEqual(noEnrollments);
  });

  test('deletes its current and past enrollments', async () => {
    const id = await automations.createActive({ exit_tags: ['out'] });
    const contact = await automations.addToAudience(await automations.createAudience(), 'kim@example.com');
    // There is one more enrollment than there are shards, so one shard contains two.
    const ids = await mapConcurrent(1, [...shards, 'last'], async () => {
      const { id: enrollmentId } = await automations.enroll(id, 'kim@example.com');
      await automations.changeTags(contact.id, { add: ['out'] });
      await automations.changeTags(contact.id, { remove: ['out'] });
      return String(enrollmentId);
    });
    await deleteAutomation(id);
    await automations.advanceAndSettle(3 * minuteMs);

    const table = await ServiceTable.open(service);
    const { workspaceId } = automations.workspace;
    const left = await Promise.all(
      [
        keys.enrollment(workspaceId, 'kim@example.com', id),
        ...ids.map((item) => keys.pastEnrollment(workspaceId, 'kim@example.com', id, item)),
        ...ids.map((item) => keys.scheduleEntry(workspaceId, id, item)),
        keys.automationSteps(workspaceId, id),
        keys.deletedAutomation(workspaceId, id),
      ].map((key) => table.get(key)),
    );
    table.close();
    expect(left.filter((item) => item !== undefined)).toEqual([]);
  });
});

describe('deleting a resource that an automation uses', () => {
  const statuses = ['draft', 'active', 'paused'] as const;

  /**
   * Expects a refusal that names both automations, and a successful deletion of the resource after both are deleted.
   */
  async function expectInUse(path: string, fields: Fields, status: string): Promise<void> {
    const ids = await Promise.all(
      ['first', 'second'].map((slug) => automations.createDraft({ slug, ...fields })),
    );
    for (const id of ids) await automations.setStatus(id, status);

    const response = await automations.api('DELETE', path);

    expect(refusalOf(response)).toMatchObject({ status: 409, type: 'invalid_state' });
    for (const slug of ['first', 'second']) expect(response.body.error.message).toContain(slug);
    for (const id of ids) await automations.callOk('DELETE', `/v1/automations/${id}`);
    expect((await automations.api('DELETE', path)).status).toBe(200);
  }

  // TP-15
  test.each(statuses)('is refused for a template while a step of a %s automation uses it', async (status) => {
    await automations.workspace.createTemplate('copy');

    await expectInUse(
      '/v1/templates/copy',
      { steps: [step(), step('Two', { template_slug: 'copy' })] },
      status,
    );
  });

  // TO-6
  test.each(['active', 'paused'])(
    'is refused for a topic while a %s automation sends under it',
    async (status) => {
      await automations.workspace.createTopic('offers');

      await expectInUse('/v1/topics/offers', { topic_key: 'offers' }, status);
    },
  );

  test('is allowed for a topic if only drafts use it or an automation stopped using it', async () => {
    await automations.workspace.createTopic('offers');
    await automations.createDraft({ topic_key: 'offers' });
    const id = await automations.createActive({ topic_key: 'offers' });
    await automations.updateAutomation(id, { topic_key: null });

    expect((await automations.api('DELETE', '/v1/topics/offers')).status).toBe(200);
  });
});
