import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { keys, shards } from '../../../shared/db/keys';
import { Sequences, minute, step, type Body } from '../../support/automations/sequences';
import { aPerson, people } from '../../support/actor';
import { atOnce } from '../../support/at-once';
import { aDomain } from '../../support/factories';
import { aTime, anIdByTime, nobody } from '../../support/matchers';
import { orderFault } from '../../support/schedules';
import type { Answer } from '../../support/service';
import { ServiceTable } from '../../support/table';
import { theService } from '../../support/the-service';
import { refusalOf } from '../../support/arrange';
import { expectInvalid, expectPages, expectPageSizes } from '../../support/promises';

type Fields = Record<string, unknown>;
type Path = (string | number)[];

const service = theService();
let sequences: Sequences;

beforeEach(async () => {
  sequences = await Sequences.start(service);
});

afterEach(() => service.control('DELETE', '/faults'));

const create = (fields?: Fields) => sequences.create(fields);
const list = (query = '') => sequences.ok('GET', `/v1/automations${query}`);
const change = (id: string, fields: Fields) => sequences.api('PATCH', `/v1/automations/${id}`, fields);
const enrolNobody = { active: 0, completed: 0, canceled: 0, failed: 0 };
const noTrigger = { audience_id: null, event_name: null, tag: null };

const letters = (count: number) => 'x'.repeat(count);
const stepsOf = (count: number) => Array.from({ length: count }, (_, at) => step(`Step ${at}`));
const tagsOf = (count: number) => Array.from({ length: count }, (_, at) => `t${at}`);
const variablesOf = (count: number) => Object.fromEntries(tagsOf(count).map((name) => [name, '']));

/** Rows of a table behind what each is called: the fields that it begins with, as far as they fit into a line. */
const called = <Row extends unknown[]>(rows: readonly Row[]): [name: string, ...Row][] =>
  rows.map((row) => [inspect(row[0], { breakLength: Infinity }).slice(0, 80), ...row]);

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** Steps that take so many bytes as JSON. */
function stepsWith(bytes: number): Fields[] {
  const empty = stepsOf(20);
  const filled = step('Step', { html: '' });
  return [
    ...empty.slice(1),
    { ...filled, html: `é${letters(bytes - 2 - bytesOf([...empty.slice(1), filled]))}` },
  ];
}

/** Variables that take so many bytes as JSON. */
function variablesWith(bytes: number): Record<string, string> {
  const empty = variablesOf(20);
  const share = Math.floor((bytes - bytesOf(empty)) / 20);
  const filled = Object.fromEntries(Object.keys(empty).map((name) => [name, letters(share)]));
  return { ...filled, t0: letters(share + bytes - bytesOf(filled)) };
}

/** As long as an address can be, behind a name. */
const longMailbox = (length: number) => {
  const address = `${letters(64)}@${letters(63)}.${letters(63)}.${letters(61)}`;
  return `${letters(length - address.length - 3)} <${address}>`;
};

/** Refused, with a message that begins with the field. */
function expectRefused(answer: Answer, field: string, type = 'invalid_request'): string {
  const { message, ...refusal } = refusalOf(answer);
  expect(refusal).toEqual({ status: 422, type });
  expect(message.startsWith(`${field}:`)).toBe(true);
  return message;
}

describe('creating an automation', () => {
  test('answers 201 with every field: a draft that nobody is in', async () => {
    const given = sequences.automation({ slug: 'onboard' });

    const { status, body } = await create(given);

    expect(status).toBe(201);
    expect(body).toEqual({
      id: anIdByTime,
      name: 'Welcome',
      slug: 'onboard',
      status: 'draft',
      trigger: { kind: 'api', ...noTrigger },
      identity_id: given['identity_id'],
      from: given['from'],
      reply_to: null,
      steps: [{ delay_minutes: 0, subject: 'Hello', html: '<p>It works.</p>', template_slug: null }],
      exit_on_reply: true,
      topic_key: null,
      exit_tags: [],
      required_tags: [],
      reenrollment: 'after_completion',
      default_variables: {},
      created_at: aTime,
      updated_at: null,
      enrollments: enrolNobody,
    });
    expect(await sequences.read(body.id)).toEqual(body);
  });

  test('keeps every field as it was given', async () => {
    await sequences.actor.topic('offers');
    await sequences.actor.template('copy');
    const given = {
      from: `Kim Lee <${sequences.actor.newsFrom}>`,
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

    const { body } = await create(given);

    expect(body).toMatchObject({
      ...given,
      trigger: { kind: 'event', ...noTrigger, event_name: ' Signed Up ' },
    });
    expect(body.default_variables).toEqual(given.default_variables);
  });

  test('takes the id of its domain with white space around it', async () => {
    const identity_id = sequences.actor.domains.marketing?.id;

    const { body } = await create({ identity_id: ` ${identity_id}\n` });

    expect(body.identity_id).toBe(identity_id);
  });

  const taken: Fields[] = [
    { name: 'N' },
    { name: letters(200) },
    { slug: '-' },
    { slug: '0-9a' },
    { reply_to: 'a@b.co' },
    { reply_to: longMailbox(320) },
    { reply_to: null, topic_key: null },
    { steps: stepsOf(20) },
    { steps: [step('Hello', { delay_minutes: 525_600 })] },
    { steps: [step('S')] },
    { steps: [step(letters(998))] },
    { exit_tags: tagsOf(20), required_tags: tagsOf(20) },
    { exit_tags: [letters(60)], required_tags: ['x'] },
    { exit_tags: [], required_tags: [] },
    { default_variables: variablesOf(100) },
    { default_variables: { a: letters(10_000) } },
    { default_variables: { 'Az09_.': 'v', constructor: 'c' } },
    { default_variables: variablesWith(100_000) },
    { steps: stepsWith(250_000) },
    { exit_tags: ['👍'.repeat(60)] },
  ];

  test.each(called(taken.map((fields) => [fields])))('takes %s', async (_name, fields) => {
    const { status, body } = await create(fields);

    expect([status, body]).toMatchObject([201, fields]);
    expect(await sequences.read(body.id)).toEqual(body);
  });

  test('takes a template in place of an empty body', async () => {
    await sequences.actor.template('copy');

    const { status, body } = await create({ steps: [step('Hi', { html: '', template_slug: 'copy' })] });

    expect([status, body.steps?.[0].template_slug]).toEqual([201, 'copy']);
  });

  test('keeps an answer with everything at its limit for a retry', async () => {
    const given = sequences.automation({
      name: '"'.repeat(200),
      steps: stepsWith(250_000),
      default_variables: variablesWith(100_000),
      exit_tags: tagsOf(20),
      required_tags: tagsOf(20),
    });
    const once = { 'Idempotency-Key': randomUUID() };

    const first = await sequences.create(given, once);
    const again = await sequences.create(given, once);

    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.headers.get('idempotent-replay')).toBe('true');
    expect(again.body).toEqual(first.body);
  });

  const withStep = (fields: Fields) => ({ steps: [step(), step('Hello', fields)] });
  const lists = ['exit_tags', 'required_tags'];
  const refused: [fields: Fields, path: Path][] = [
    [{ name: undefined }, ['name']],
    [{ name: '' }, ['name']],
    [{ name: letters(201) }, ['name']],
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
    ...[undefined, null, '', letters(121)].map((event_name): [Fields, Path] => [
      { trigger: { kind: 'event', event_name } },
      ['trigger', 'event_name'],
    ]),
    ...[undefined, null, '', '  ', letters(61)].map((tag): [Fields, Path] => [
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
    ...[undefined, '', letters(999)].map((subject): [Fields, Path] => [
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
      [{ [name]: [letters(61)] }, [name, 0]],
      [{ [name]: 'a' }, [name]],
    ]),
    [{ reenrollment: 'sometimes' }, ['reenrollment']],
    [{ default_variables: variablesOf(101) }, ['default_variables']],
    [{ default_variables: variablesWith(100_001) }, ['default_variables']],
    [{ default_variables: { a: letters(10_001) } }, ['default_variables']],
    ...['', 'a b', 'a-b', 'ä'].map((name): [Fields, Path] => [
      { default_variables: { [name]: 'v' } },
      ['default_variables'],
    ]),
    [{ default_variables: { a: 7 } }, ['default_variables', 'a']],
  ];

  test.each(called(refused))('%s is refused, naming the field', async (_name, fields, path) => {
    const answer = await create(fields);

    expectInvalid(answer, path);
    expect((await list()).data).toEqual([]);
  });

  test.each(lists)('normalises %s, keeps each once and drops white space', async (name) => {
    const { body } = await create({ [name]: [' Big  Spender ', 'VIP', 'vip', '  ', 'big-spender'] });

    expect(body[name]).toEqual(['big-spender', 'vip']);
  });
});

describe('the trigger', () => {
  const kinds: [given: Fields, shown: Fields][] = [
    [
      { kind: 'api', audience_id: 7, event_name: '', tag: [] },
      { kind: 'api', ...noTrigger },
    ],
    [
      { kind: 'event', event_name: 'a', audience_id: nobody, tag: '' },
      { kind: 'event', ...noTrigger, event_name: 'a' },
    ],
    [
      { kind: 'event', event_name: letters(120) },
      { kind: 'event', ...noTrigger, event_name: letters(120) },
    ],
    [
      { kind: 'tag_added', tag: ' Big  Spender ', event_name: 'a' },
      { kind: 'tag_added', ...noTrigger, tag: 'big-spender' },
    ],
    [
      { kind: 'tag_added', tag: letters(60) },
      { kind: 'tag_added', ...noTrigger, tag: letters(60) },
    ],
  ];

  test.each(called(kinds))('%s keeps only what its kind asks for', async (_name, trigger, shown) => {
    expect((await create({ trigger })).body.trigger).toEqual(shown);
  });

  test('of an audience takes its id', async () => {
    const audience_id = await sequences.audience();

    const { body } = await create({ trigger: { kind: 'contact_added', audience_id, tag: 'x' } });

    expect(body.trigger).toEqual({ kind: 'contact_added', ...noTrigger, audience_id });
  });

  test('of an audience that there is not is refused; given its name, with its id', async () => {
    const audienceId = await sequences.audience('Customers');
    const theirs = await (await Sequences.start(service)).audience();
    const refusing = async (audience_id: string) =>
      expectRefused(await create({ trigger: { kind: 'contact_added', audience_id } }), 'trigger.audience_id');

    for (const id of [nobody, theirs, 'nothing', '']) await refusing(id);
    expect(await refusing(' CUSTOMERS')).toContain(audienceId);
  });
});

describe('the sender', () => {
  const another = (fields: Fields = {}) =>
    aDomain(service, sequences.actor.workspaceId, { risk_class: 'marketing', ...fields });

  test.each<[what: string, id: () => unknown]>([
    ['nothing', () => nobody],
    ['no id', () => ''],
    ['a transactional domain', () => sequences.actor.domains.transactional.id],
    ['another marketing domain than its own', async () => (await another()).id],
    [
      'a domain of another workspace',
      async () => (await Sequences.start(service)).actor.domains.marketing?.id,
    ],
  ])('is refused with an identity_id of %s', async (_what, id) => {
    expectRefused(await create({ identity_id: await id() }), 'identity_id');
  });

  test('is refused with the name of its domain, and told the id', async () => {
    const { id = '', domain = '' } = sequences.actor.domains.marketing ?? {};

    for (const name of [domain, domain.toUpperCase()])
      expect(expectRefused(await create({ identity_id: name }), 'identity_id')).toContain(id);
  });

  test('must be on a verified marketing domain, by its exact name', async () => {
    const pending = await another({ verified: false });
    const { from, newsFrom } = sequences.actor;

    for (const fields of [
      { from: 'kim@unknown.example' },
      { from: newsFrom.replace('@', '@sub.') },
      { from },
      { from: `kim@${pending.domain}`, identity_id: pending.id },
    ])
      expect(refusalOf(await create(fields))).toMatchObject({ status: 422, type: 'no_verified_identity' });
    expect((await list()).data).toEqual([]);
    expect((await create({ from: `Kim <${newsFrom.toUpperCase()}>` })).status).toBe(201);
  });

  test('with more white space than a record holds is refused, and no error of ours', async () => {
    const answer = await create({ from: `Kim <${sequences.actor.newsFrom}>${' '.repeat(420_000)}` });

    expectInvalid(answer, ['from']);
  });
});

describe('what an automation uses', () => {
  test('is refused with a template that there is not, naming the step', async () => {
    const other = await Sequences.start(service);
    await Promise.all([sequences.actor.template('copy'), other.actor.template('theirs')]);

    for (const template_slug of ['nothing', 'theirs', 'Copy', letters(3_000)]) {
      const steps = [step('One', { template_slug: 'copy' }), step('Two', { template_slug })];
      expectRefused(await create({ steps }), 'steps.1.template_slug');
    }
  });

  test('is refused with a topic that there is not', async () => {
    const other = await Sequences.start(service);
    await other.actor.topic('theirs');

    for (const topic_key of ['nothing', 'theirs', letters(3_000)])
      expectRefused(await create({ topic_key }), 'topic_key', 'unknown_topic');
  });

  test('of a slug that another has is a conflict, in this workspace only', async () => {
    await sequences.draft({ slug: 'onboard' });
    const other = await Sequences.start(service);

    expect(refusalOf(await create({ slug: 'onboard' }))).toMatchObject({ status: 409, type: 'conflict' });
    expect((await list()).data).toHaveLength(1);
    expect((await other.create({ slug: 'onboard' })).status).toBe(201);
  });

  test('ten at once with one slug make one', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => create({ slug: 'onboard' })));

    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(409)]);
    expect((await list()).data).toHaveLength(1);
  });
});

describe('placeholders', () => {
  const triggerOf = async (kind: string): Promise<Fields> => ({
    kind,
    event_name: 'signed_up',
    tag: 'trial',
    audience_id: await sequences.audience(),
  });
  const steps = [
    step('{{ subject }} {{both}}', { html: '{{html}} {{both}} {{constructor}}' }),
    step('Hello', { html: undefined, template_slug: 'copy' }),
  ];
  const names = ['both', 'constructor', 'html', 'subject', 'template.html', 'template_text'];
  const values = Object.fromEntries(names.map((name) => [name, '']));

  beforeEach(() =>
    sequences.actor.template('copy', { html: '{{template.html}}', text: '{{ template_text }}' }),
  );

  /** The placeholders without a value. */
  function missingIn(answer: Answer): string[] {
    expect(refusalOf(answer)).toMatchObject({ status: 422, type: 'missing_variables' });
    return answer.body.error.missing.sort();
  }

  test.each(['tag_added', 'contact_added'])(
    'of an automation with %s all need a default, an empty one will do',
    async (kind) => {
      const trigger = await triggerOf(kind);

      expect(missingIn(await create({ trigger, steps }))).toEqual(names);
      const others = { ...values, both: undefined };
      expect(missingIn(await create({ trigger, steps, default_variables: others }))).toEqual(['both']);
      expect((await list()).data).toEqual([]);
      expect((await create({ trigger, steps, default_variables: values })).status).toBe(201);
    },
  );

  test.each(['api', 'event'])('of an automation with %s need none', async (kind) => {
    const id = await sequences.draft({ trigger: await triggerOf(kind), steps });

    expect((await change(id, { default_variables: { both: '' } })).status).toBe(200);
  });

  test('must stay covered by a change, also those that a template got since; else nothing changes', async () => {
    const id = await sequences.draft({
      trigger: await triggerOf('tag_added'),
      steps,
      default_variables: values,
    });
    const before = await sequences.read(id);
    await sequences.actor.template('copy', { html: '{{template.html}} {{new}}' });

    const answer = await change(id, { exit_on_reply: false, exit_tags: ['x'], default_variables: values });

    expect(missingIn(answer)).toEqual(['new']);
    expect(await sequences.read(id)).toEqual(before);
    expect((await change(id, { default_variables: { ...values, new: 'x' } })).status).toBe(200);
    expect((await change(id, { exit_on_reply: false })).status).toBe(200);
  });
});

describe('a retry under the same Idempotency-Key', () => {
  const twice = async (headers = { 'Idempotency-Key': randomUUID() }) => {
    const given = sequences.automation();
    return { first: await sequences.create(given, headers), retry: () => sequences.create(given, headers) };
  };

  test('answers what the first attempt did, and creates nothing', async () => {
    const { first, retry } = await twice();

    const again = await retry();

    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(again.headers.get('idempotent-replay')).toBe('true');
    expect((await list()).data).toEqual([first.body]);
  });

  test('finds what an attempt that died had created, and no conflict', async () => {
    await orderFault(service, 'dynamodb TransactWriteItems', {
      crash: 'after',
      times: 1,
      function: 'createAutomation',
    });
    const { first, retry } = await twice();
    const [left] = (await list()).data;
    await service.advance(minute);

    expect(first.status).toBe(500);
    expect(await retry()).toMatchObject({ status: 201, body: left });
    expect((await list()).data).toEqual([left]);
  });
});

describe('the list of automations', () => {
  /** The ids of so many, newest first. */
  async function several(count: number): Promise<string[]> {
    const ids: string[] = [];
    for (let left = count; left > 0; left--) {
      ids.unshift(await sequences.draft());
      await service.advance(1);
    }
    return ids;
  }
  const idsOf = ({ data }: Body): string[] => data.map(({ id }: Body) => id);

  test('has each as it is, with its counts, newest first', async () => {
    const other = await Sequences.start(service);
    await other.draft();
    const ids = await several(2);
    const id = await sequences.active({ steps: stepsOf(3) });
    await sequences.enrol(id, aPerson());

    const { data, ...envelope } = await list();

    expect(envelope).toEqual({ object: 'list', has_more: false, next_cursor: null });
    expect(data).toEqual(await Promise.all([id, ...ids].map((one) => sequences.read(one))));
    expect(data[0].enrollments).toEqual({ ...enrolNobody, active: 1 });
  });

  test('goes on behind its cursor, and begins anew with one that cannot be read', async () => {
    const ids = await several(5);

    await expectPages(list, await Promise.all(ids.map((id) => sequences.read(id))));
  });

  test('has 50 unless told, and 100 at most', async () => {
    await atOnce(10, people(101), () => sequences.draft());

    await expectPageSizes(list);
  });

  test('ends a page early where its automations are large, and leaves none out', async () => {
    const steps = stepsWith(250_000);
    const ids = await atOnce(4, people(70), () => sequences.draft({ steps }));

    const listed: string[] = [];
    for (let page = await list('?limit=100'); ; page = await list(`?limit=100&cursor=${page.next_cursor}`)) {
      listed.push(...idsOf(page));
      expect(page.data.every((one: Body) => one.steps.length === 20)).toBe(true);
      if (!page.has_more) break;
    }

    expect(listed.toSorted()).toEqual(ids.toSorted());
  });

  test('reads few more of large ones than it answers with', async () => {
    const steps = stepsWith(250_000);
    await atOnce(4, people(50), () => sequences.draft({ steps }));
    const since = await service.now();

    const { data } = await list('?limit=100');

    const calls = (await service.calls(since)).filter((call) => call.function === 'listAutomations');
    const units = calls.reduce((sum, { read_units }) => sum + read_units, 0);
    // 250,000 bytes are read for 31 units, 25 of them at a time; the list itself and the counts for few.
    expect(data.length).toBeGreaterThan(15);
    expect(units).toBeLessThan(1_000);
  });
});

/** All that is asked of one automation. */
const ways: [what: string, ask: (id: string) => Promise<Answer>][] = [
  ['GET', (id) => sequences.api('GET', `/v1/automations/${id}`)],
  ['PATCH', (id) => change(id, { exit_on_reply: false })],
  ['DELETE', (id) => sequences.api('DELETE', `/v1/automations/${id}`)],
  ['POST status', (id) => sequences.api('POST', `/v1/automations/${id}/status`, { status: 'active' })],
  ['POST enroll', (id) => sequences.tryToEnrol(id, 'kim@example.com')],
  ['GET enrollments', (id) => sequences.api('GET', `/v1/automations/${id}/enrollments`)],
];

const notFound = { status: 404, type: 'not_found', message: 'No such automation' };

describe.each(ways)('%s of one automation', (_what, ask) => {
  test('is not found by its name or slug, and the answer says its id', async () => {
    const id = await sequences.draft({ name: 'Warm People', slug: 'warm-30' });
    const before = await sequences.read(id);

    for (const name of ['Warm%20People', 'WARM%20people', 'warm-30']) {
      const answer = await ask(name);
      expect(refusalOf(answer)).toMatchObject({ status: 404, type: 'not_found' });
      expect(answer.body.error.message).toContain(id);
    }
    expect(await sequences.read(id)).toEqual(before);
  });

  test('is not found where there is none, nor with the key of another workspace', async () => {
    const owner = sequences;
    const id = await owner.active({ slug: 'warm' });
    const before = await owner.read(id);
    sequences = await Sequences.start(service);

    for (const one of ['nothing', randomUUID(), '%00', letters(3_000), id, 'warm'])
      expect(refusalOf(await ask(one))).toEqual(notFound);
    expect(await owner.read(id)).toEqual(before);
  });
});

describe('changing an automation', () => {
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
    await sequences.actor.topic('offers');
  });

  /** Changes it, and expects the answer to say only this of what was. */
  async function expectChange(id: string, fields: Fields, shown = fields): Promise<void> {
    const before = await sequences.read(id);
    await service.advance(1);

    const { status, body } = await change(id, fields);

    expect(status).toBe(200);
    expect(body).toEqual({ ...before, ...shown, updated_at: aTime });
    expect(body.updated_at).not.toBe(before.updated_at);
    expect(await sequences.read(id)).toEqual(body);
  }

  test.each(Object.entries(rules))('sets %s and keeps what it does not name', async (name, value) => {
    await expectChange(await sequences.draft(), { [name]: value });
  });

  test.each<Fields>([
    { topic_key: null },
    { reply_to: null },
    { exit_tags: [] },
    { required_tags: [] },
    { default_variables: {} },
    { default_variables: { other: 'x' } },
    { exit_on_reply: true, reenrollment: 'after_completion' },
  ])('%j replaces what was, whole', async (fields) => {
    await expectChange(await sequences.active(rules), fields);
  });

  test('with nothing says when it was, each time', async () => {
    const id = await sequences.draft(rules);

    await expectChange(id, {});
    await expectChange(id, {});
  });

  test('normalises tags as creating does', async () => {
    const exit_tags = [' Big  Spender ', 'VIP', 'vip', '  '];

    await expectChange(await sequences.draft(), { exit_tags }, { exit_tags: ['big-spender', 'vip'] });
  });

  const taken: Fields[] = [
    { reply_to: longMailbox(320) },
    { exit_tags: tagsOf(20) },
    { required_tags: [letters(60)] },
    { default_variables: variablesOf(100) },
    { default_variables: { a: letters(10_000) } },
    { default_variables: variablesWith(100_000) },
  ];

  test.each(called(taken.map((fields) => [fields])))('takes %s', async (_name, fields) => {
    await expectChange(await sequences.draft(), fields);
  });

  const unchangeable: [name: string, value: unknown][] = [
    ['name', 'New'],
    ['slug', 'new'],
    ['identity_id', nobody],
    ['from', 'kim@example.com'],
    ['trigger', { kind: 'api' }],
    ['steps', [step()]],
    ['status', 'active'],
    ['unknown', 1],
  ];
  const refused: [fields: Fields, path: Path][] = [
    [{ reply_to: 'ab' }, ['reply_to']],
    [{ reply_to: longMailbox(321) }, ['reply_to']],
    [{ reply_to: 'nobody' }, ['reply_to']],
    [{ exit_on_reply: null }, ['exit_on_reply']],
    [{ exit_tags: null }, ['exit_tags']],
    [{ exit_tags: tagsOf(21) }, ['exit_tags']],
    [{ required_tags: [''] }, ['required_tags', 0]],
    [{ required_tags: [letters(61)] }, ['required_tags', 0]],
    [{ reenrollment: null }, ['reenrollment']],
    [{ default_variables: null }, ['default_variables']],
    [{ default_variables: variablesOf(101) }, ['default_variables']],
    [{ default_variables: variablesWith(100_001) }, ['default_variables']],
    [{ default_variables: { a: letters(10_001) } }, ['default_variables']],
  ];

  test.each(called(refused))(
    '%s is refused, naming the field, and nothing changes',
    async (_name, fields, path) => {
      const id = await sequences.draft(rules);
      const before = await sequences.read(id);

      expectInvalid(await change(id, { topic_key: null, ...fields }), path);
      expect(await sequences.read(id)).toEqual(before);
    },
  );

  test.each(unchangeable)('of its %s is refused, and nothing changes', async (name, value) => {
    const id = await sequences.draft(rules);
    const before = await sequences.read(id);

    const answer = await change(id, { topic_key: null, [name]: name in before ? before[name] : value });
    const toAnother = await change(id, { topic_key: null, [name]: value });

    for (const one of [answer, toAnother]) {
      expect(refusalOf(one)).toMatchObject({ status: 422, type: 'invalid_request' });
      expect(JSON.stringify(one.body)).toContain(name);
    }
    expect(await sequences.read(id)).toEqual(before);
  });

  test('checks the topic only where it is another than before', async () => {
    const id = await sequences.draft(rules);
    await sequences.ok('DELETE', '/v1/topics/offers');
    const before = await sequences.read(id);

    const unknown = await change(id, { topic_key: 'nothing', exit_on_reply: true });

    expectRefused(unknown, 'topic_key', 'unknown_topic');
    expect(await sequences.read(id)).toEqual(before);
    await expectChange(id, { topic_key: 'offers', exit_on_reply: true });
    await expectChange(id, { topic_key: null });
    expectRefused(await change(id, { topic_key: 'offers' }), 'topic_key', 'unknown_topic');
  });
});

describe('the status', () => {
  const statuses = ['draft', 'active', 'paused'];
  const moves = statuses.flatMap((from) => statuses.map((to) => [from, to] as const));

  test.each(moves)('goes from %s to %s; where that is the same, nothing changes', async (from, to) => {
    const id = await sequences.draft();
    await sequences.setStatus(id, from);
    const before = await sequences.read(id);
    await service.advance(1);

    const answer = await sequences.setStatus(id, to);

    expect(answer).toEqual(from === to ? before : { ...before, status: to, updated_at: aTime });
    if (from !== to) expect(answer.updated_at).not.toBe(before.updated_at);
    expect(await sequences.read(id)).toEqual(answer);
  });

  test.each([{}, { status: null }, { status: 'Active' }, { status: 'deleted' }])(
    '%j is none, and changes nothing',
    async (body) => {
      const id = await sequences.draft();
      const before = await sequences.read(id);

      expectInvalid(await sequences.api('POST', `/v1/automations/${id}/status`, body), ['status']);
      expect(await sequences.read(id)).toEqual(before);
    },
  );
});

describe('deleting an automation', () => {
  const remove = (id: string) => sequences.ok('DELETE', `/v1/automations/${id}`);

  test('answers how many enrolments that canceled: those that were active', async () => {
    const id = await sequences.active({ steps: [step('Later', { delay_minutes: 60 })] });
    for (const email of people(3)) await sequences.enrol(id, email);
    await sequences.actor.unsubscribe('person-0@example.com');

    expect(await remove(id)).toEqual({ id, deleted: true, enrollments_canceled: 2 });
  });

  test('takes it away for everybody who asks, and frees its slug', async () => {
    const id = await sequences.active({ slug: 'onboard' });
    await remove(id);

    for (const [, ask] of ways)
      for (const one of [id, 'onboard']) expect(refusalOf(await ask(one))).toEqual(notFound);
    expect((await list()).data).toEqual([]);
    expect((await create({ slug: 'onboard' })).body.enrollments).toEqual(enrolNobody);
  });

  test('takes its enrolments away, the last and the past ones of an address', async () => {
    const id = await sequences.active({ exit_tags: ['out'] });
    const contact = await sequences.join(await sequences.audience(), 'kim@example.com');
    // One more than there are shards: two of them stand together.
    const ids = await atOnce(1, [...shards, 'last'], async () => {
      const { id: enrolmentId } = await sequences.enrol(id, 'kim@example.com');
      await sequences.retag(contact.id, { add: ['out'] });
      await sequences.retag(contact.id, { remove: ['out'] });
      return String(enrolmentId);
    });
    await remove(id);
    await sequences.pass(3 * minute);

    const table = await ServiceTable.open(service);
    const { workspaceId } = sequences.actor;
    const left = await Promise.all(
      [
        keys.enrolment(workspaceId, 'kim@example.com', id),
        ...ids.map((one) => keys.pastEnrolment(workspaceId, 'kim@example.com', id, one)),
        ...ids.map((one) => keys.turn(workspaceId, id, one)),
        keys.automationSteps(workspaceId, id),
        keys.deletedAutomation(workspaceId, id),
      ].map((key) => table.get(key)),
    );
    table.close();
    expect(left.filter((item) => item !== undefined)).toEqual([]);
  });
});

describe('deleting what an automation uses', () => {
  const statuses = ['draft', 'active', 'paused'] as const;

  /** Refused, naming both automations; once they are gone it is not. */
  async function expectInUse(path: string, fields: Fields, status: string): Promise<void> {
    const ids = await Promise.all(['first', 'second'].map((slug) => sequences.draft({ slug, ...fields })));
    for (const id of ids) await sequences.setStatus(id, status);

    const answer = await sequences.api('DELETE', path);

    expect(refusalOf(answer)).toMatchObject({ status: 409, type: 'invalid_state' });
    for (const slug of ['first', 'second']) expect(answer.body.error.message).toContain(slug);
    for (const id of ids) await sequences.ok('DELETE', `/v1/automations/${id}`);
    expect((await sequences.api('DELETE', path)).status).toBe(200);
  }

  test.each(statuses)('a template: not while one that is %s has a step with it', async (status) => {
    await sequences.actor.template('copy');

    await expectInUse(
      '/v1/templates/copy',
      { steps: [step(), step('Two', { template_slug: 'copy' })] },
      status,
    );
  });

  test.each(['active', 'paused'])('a topic: not while one that is %s sends under it', async (status) => {
    await sequences.actor.topic('offers');

    await expectInUse('/v1/topics/offers', { topic_key: 'offers' }, status);
  });

  test('a topic: a draft, or one that left the topic, does not keep it', async () => {
    await sequences.actor.topic('offers');
    await sequences.draft({ topic_key: 'offers' });
    const id = await sequences.active({ topic_key: 'offers' });
    await sequences.change(id, { topic_key: null });

    expect((await sequences.api('DELETE', '/v1/topics/offers')).status).toBe(200);
  });
});
