import { randomUUID } from 'node:crypto';
import { keys } from '../../../shared/db/keys';
import { Sequences, minute, step, type Body } from '../../support/automations/sequences';
import { people } from '../../support/actor';
import { atOnce } from '../../support/at-once';
import { aTime, anIdByTime, nobody } from '../../support/matchers';
import { orderFault } from '../../support/schedules';
import type { Answer } from '../../support/service';
import { ServiceTable } from '../../support/table';
import { theService } from '../../support/the-service';
import { refusalOf } from '../../support/arrange';
import { expectInvalid, expectPages, expectPageSizes } from '../../support/promises';

type Fields = Record<string, unknown>;

const service = theService();
let sequences: Sequences;

beforeEach(async () => {
  sequences = await Sequences.start(service);
});

afterEach(() => service.control('DELETE', '/faults'));

const kim = 'kim@example.com';
const noSuchAutomation = { status: 404, type: 'not_found', message: 'No such automation' };

/** The enrolment is on its way for a while. */
const slow = { steps: [step('Later', { delay_minutes: 30 })] };

/** The person has the tags. */
const tagged = async (...tags: string[]) => sequences.join(await sequences.audience(), kim, { tags });

/** Sends a number of the same requests at a time. */
const enrolAtOnce = (id: string, emails: readonly string[]) =>
  Promise.all(emails.map((email) => sequences.tryToEnrol(id, email)));

describe('enrolling somebody', () => {
  test('answers with the whole enrolment, due after the delay of the first step', async () => {
    const id = await sequences.active(slow);

    const { status, body } = await sequences.tryToEnrol(id, kim, {
      variables: { plan: 'pro', 'any name': '' },
    });

    expect(status).toBe(200);
    expect(body).toEqual({
      enrolled: true,
      reason: null,
      enrollment: {
        id: anIdByTime,
        automation_id: id,
        email: kim,
        current_step: 0,
        status: 'active',
        next_due_at: aTime,
        variables: { plan: 'pro', 'any name': '' },
        enrolled_at: aTime,
        completed_at: null,
        canceled_at: null,
        cancel_reason: null,
        last_error: null,
        attempts: 0,
      },
    });
    const { enrolled_at, next_due_at } = body.enrollment;
    expect(Date.parse(next_due_at) - Date.parse(enrolled_at)).toBe(30 * minute);
    expect(await sequences.enrolments(id)).toEqual([body.enrollment]);
  });

  test.each(['api', 'contact_added', 'event', 'tag_added'])(
    'works whatever starts the automation otherwise: %s',
    async (kind) => {
      const trigger = { kind, audience_id: await sequences.audience(), event_name: 'x', tag: 'x' };
      const id = await sequences.active({ trigger });

      expect(await sequences.enrol(id, kim)).toMatchObject({ email: kim, variables: {} });
    },
  );

  test('needs no contact, and makes none', async () => {
    await sequences.enrol(await sequences.active(), kim);

    expect((await sequences.ok('GET', '/v1/contacts')).data).toEqual([]);
  });

  test('takes an address in any spelling for the same person', async () => {
    const id = await sequences.active(slow);

    const { email } = await sequences.enrol(id, ' Kim@BÜCHER.example ');

    expect(email).toBe('kim@xn--bcher-kva.example');
    for (const other of [email, 'KIM@bücher.EXAMPLE', 'kim@XN--BCHER-KVA.example'])
      expect(await sequences.refusal(id, other)).toBe('already_enrolled');
    expect(await sequences.counts(id)).toMatchObject({ active: 1 });
  });

  test('a hundred times at once makes one enrolment', async () => {
    const id = await sequences.active(slow);

    const answers = await enrolAtOnce(id, Array<string>(100).fill(kim));

    const enrolled = answers.filter(({ body }) => body.enrolled);
    const others = answers.filter(({ body }) => !body.enrolled);
    expect(enrolled).toHaveLength(1);
    expect(new Set(others.map(({ status, body }) => `${status} ${body.reason}`))).toEqual(
      new Set(['200 already_enrolled']),
    );
    expect(await sequences.enrolments(id)).toEqual([enrolled[0]?.body.enrollment]);
    expect(await sequences.counts(id)).toEqual({ active: 1, completed: 0, canceled: 0, failed: 0 });
  });

  test.each<[fields: Fields, path: string[]]>([
    [{ email: undefined }, ['email']],
    [{ email: '' }, ['email']],
    [{ email: 'nobody' }, ['email']],
    [{ email: `Kim <${kim}>` }, ['email']],
    [{ email: [kim] }, ['email']],
    [{ variables: 'plan' }, ['variables']],
    [{ variables: ['plan'] }, ['variables']],
    [{ variables: { plan: 7 } }, ['variables', 'plan']],
    [{ variables: { plan: { of: 'pro' } } }, ['variables', 'plan']],
  ])('with %j is refused, naming the field', async (fields, path) => {
    const id = await sequences.active();

    const answer = await sequences.tryToEnrol(id, kim, fields);

    expectInvalid(answer, path);
    expect(await sequences.enrolments(id)).toEqual([]);
  });

  test('takes 100,000 bytes of variables as JSON, and not one more', async () => {
    const id = await sequences.active();
    const variables = (bytes: number) => ({ variables: { a: `é${'x'.repeat(bytes - 10)}` } });

    const above = await sequences.tryToEnrol(id, kim, variables(100_001));
    const atLimit = await sequences.tryToEnrol(id, kim, variables(100_000));

    expectInvalid(above, ['variables']);
    expect(atLimit.body.enrollment).toMatchObject(variables(100_000));
  });
});

describe('who is not enrolled', () => {
  /** Somebody who has been through it. */
  async function once(fields: Fields = {}): Promise<string> {
    const id = await sequences.active({ ...slow, ...fields });
    await sequences.enrol(id, kim);
    await sequences.pass(30 * minute);
    expect(await sequences.enrolment(id, kim)).toMatchObject({ status: 'completed' });
    return id;
  }

  /** The answer is no error, and nothing was stored. */
  async function expectNotEnrolled(id: string, reason: string): Promise<void> {
    const before = await sequences.enrolments(id);

    const { status, body } = await sequences.tryToEnrol(id, kim);

    expect([status, body]).toEqual([200, { enrolled: false, reason, enrollment: null }]);
    expect(await sequences.enrolments(id)).toEqual(before);
  }

  test.each(['all', 'marketing'])('whoever is suppressed for %s mail', async (scope) => {
    await sequences.actor.suppress(kim, { scope });

    await expectNotEnrolled(await sequences.active(), 'suppressed');
  });

  test('whoever opted out of the topic, or never opted in to one that asks for it', async () => {
    await sequences.actor.topic('offers');
    await sequences.actor.topic('rare', { default_subscribed: false });
    await sequences.actor.choose(kim, 'offers', false);

    for (const topic_key of ['offers', 'rare'])
      await expectNotEnrolled(await sequences.active({ topic_key }), 'unsubscribed_from_topic');
    await sequences.actor.choose(kim, 'rare', true);
    await sequences.enrol(await sequences.active({ topic_key: 'rare' }), kim);
  });

  test('whoever has one of the exit tags', async () => {
    await tagged('b');

    await expectNotEnrolled(await sequences.active({ exit_tags: ['a', 'b'] }), 'exit_tag');
  });

  test('whoever lacks one of the required tags, or is no contact', async () => {
    const id = await sequences.active({ required_tags: ['a', 'b'] });

    await expectNotEnrolled(id, 'required_tag_missing');
    await tagged('a');
    await expectNotEnrolled(id, 'required_tag_missing');
    await tagged('b');
    await sequences.enrol(id, kim);
  });

  test.each(['after_completion', 'never'])('whoever is in it already: %s', async (reenrollment) => {
    const id = await sequences.active({ reenrollment, ...slow });
    await sequences.enrol(id, kim);

    await expectNotEnrolled(id, 'already_enrolled');
  });

  test('nobody who has been through it once, unless that may never happen again', async () => {
    const id = await once();

    const again = await sequences.enrol(id, kim);

    expect((await sequences.enrolments(id)).map(({ id: one, status }) => [one, status])).toMatchObject([
      [again.id, 'active'],
      [expect.not.stringMatching(again.id), 'completed'],
    ]);
    await expectNotEnrolled(await once({ reenrollment: 'never' }), 'previously_enrolled');
  });

  test('whoever left it before its end, if they may be enrolled once only', async () => {
    const id = await sequences.active({ reenrollment: 'never', exit_tags: ['a'], ...slow });
    await sequences.enrol(id, kim);
    const { id: contactId } = await tagged();
    await sequences.retag(contactId, { add: ['a'] });
    await sequences.retag(contactId, { remove: ['a'] });

    await expectNotEnrolled(id, 'previously_enrolled');
  });

  test('whoever was in it before `reenrollment` became never; they may when it is changed back', async () => {
    const id = await once();

    await sequences.change(id, { reenrollment: 'never' });
    await expectNotEnrolled(id, 'previously_enrolled');
    await sequences.change(id, { reenrollment: 'after_completion' });
    await sequences.enrol(id, kim);
    await sequences.change(id, { reenrollment: 'never' });
    await expectNotEnrolled(id, 'already_enrolled');
  });

  describe('of two reasons that both hold, the first is said:', () => {
    test.each(['all', 'marketing'])('suppressed for %s mail, then a topic opt-out', async (scope) => {
      await sequences.actor.topic('offers', { default_subscribed: false });
      await sequences.actor.suppress(kim, { scope });

      await expectNotEnrolled(await sequences.active({ topic_key: 'offers' }), 'suppressed');
    });

    test('suppressed, then a topic that is gone', async () => {
      await sequences.actor.suppress(kim);

      await expectNotEnrolled(await withoutTopic(), 'suppressed');
    });

    test('a topic opt-out, then an exit tag', async () => {
      await sequences.actor.topic('offers', { default_subscribed: false });
      await tagged('a');
      const id = await sequences.active({ topic_key: 'offers', exit_tags: ['a'] });

      await expectNotEnrolled(id, 'unsubscribed_from_topic');
    });

    test('an exit tag, then a required tag', async () => {
      await tagged('a');

      await expectNotEnrolled(await sequences.active({ exit_tags: ['a'], required_tags: ['b'] }), 'exit_tag');
    });

    test.each([
      ['an exit tag', 'exit_tag', { exit_tags: ['a'] }],
      ['a required tag', 'required_tag_missing', { required_tags: ['b'] }],
    ])('%s, then that they are in it or were', async (_what, reason, rule) => {
      await tagged('a');
      const isIn = await sequences.active(slow);
      await sequences.enrol(isIn, kim);

      for (const id of [isIn, await once({ reenrollment: 'never' })]) {
        await sequences.change(id, rule);
        await expectNotEnrolled(id, reason);
      }
    });
  });
});

/** The id of an active automation whose topic was deleted while it was a draft. */
async function withoutTopic(): Promise<string> {
  await sequences.actor.topic('gone');
  const id = await sequences.draft({ topic_key: 'gone' });
  await sequences.ok('DELETE', '/v1/topics/gone');
  await sequences.setStatus(id, 'active');
  return id;
}

describe('an automation that can take nobody', () => {
  /** No request makes one. */
  async function withoutSteps(): Promise<string> {
    const id = await sequences.active();
    const table = await ServiceTable.open(service);
    const key = keys.automation(sequences.actor.workspaceId, id);
    const automation = { ...(await table.get(key)), ...key, delays: [] };
    await table.put(automation);
    table.close();
    return id;
  }

  /** The refusal, whose message says the reason too. */
  async function expectConflict(id: string, reason: string, said: RegExp): Promise<void> {
    const { status, body } = await sequences.tryToEnrol(id, kim);

    expect([status, body]).toEqual([
      409,
      {
        error: { type: 'invalid_state', message: expect.stringMatching(said) },
        enrolled: false,
        reason,
        enrollment: null,
      },
    ]);
    expect(await sequences.enrolments(id)).toEqual([]);
  }

  test.each(['draft', 'paused'])('says so while it is %s, whoever is to be enrolled', async (status) => {
    await sequences.actor.suppress(kim);
    const id = await sequences.active();
    await sequences.setStatus(id, status);

    await expectConflict(id, 'not_active', new RegExp(status));
  });

  test('says so without its topic, whatever tags somebody has', async () => {
    const id = await withoutTopic();
    await sequences.change(id, { required_tags: ['a'] });

    await expectConflict(id, 'topic_missing', /topic gone/);
  });

  test('says so without steps, even to somebody suppressed; first that it is not active', async () => {
    await sequences.actor.suppress(kim);
    const id = await withoutSteps();

    await expectConflict(id, 'no_steps', /no steps/);
    await sequences.setStatus(id, 'paused');
    await expectConflict(id, 'not_active', /paused/);
  });
});

describe('the guardrails of a key', () => {
  const refusing = async (key: string, id: string) => refusalOf(await sequences.tryToEnrol(id, kim, {}, key));

  test('a key whose sends are held enrols nobody, before anything is looked up', async () => {
    const key = await sequences.actor.guarded({
      requires_approval: true,
      allowed_recipients: ['@other.example'],
    });

    for (const id of [await sequences.active(), await sequences.draft(), nobody])
      expect(await refusing(key, id)).toMatchObject({ status: 403, type: 'forbidden' });
  });

  test('an address outside the allowlist is not enrolled, before anything is looked up', async () => {
    const key = await sequences.actor.guarded({ allowed_recipients: ['@other.example', 'bo@example.com'] });

    for (const id of [await sequences.active(), await sequences.draft(), nobody])
      expect(await refusing(key, id)).toMatchObject({ status: 403, type: 'recipient_not_allowed' });
  });

  test('an address on the allowlist is, and the daily limit does not count', async () => {
    const key = await sequences.actor.guarded({ daily_send_limit: 1, allowed_recipients: ['example.com'] });
    const id = await sequences.active();

    for (const email of [kim, 'BO@Example.com'])
      expect((await sequences.tryToEnrol(id, email, {}, key)).body).toMatchObject({ enrolled: true });
    expect(await refusing(key, nobody)).toEqual(noSuchAutomation);
    await sequences.pass(minute);
    expect(await sequences.mailed()).toHaveLength(2);
    expect((await sequences.actor.send({ to: kim }, key)).status).toBe(202);
  });
});

describe('a retry under the same Idempotency-Key', () => {
  const enrolOnce = (id: string): Promise<Answer> =>
    sequences.actor.api('POST', `/v1/automations/${id}/enroll`, { email: kim }, undefined, {
      'Idempotency-Key': 'once',
    });

  test('answers what the first attempt did', async () => {
    const id = await sequences.active();

    const first = await enrolOnce(id);
    const again = await enrolOnce(id);

    expect(first.body.enrolled).toBe(true);
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(again.headers.get('idempotent-replay')).toBe('true');
  });

  test('says that somebody was enrolled, where the attempt that did it died', async () => {
    const id = await sequences.active(slow);
    await dieOnce('after');

    const died = await enrolOnce(id);
    const left = await sequences.enrolment(id, kim);
    await service.advance(minute);

    expect(died.status).toBe(500);
    expect((await enrolOnce(id)).body).toEqual({ enrolled: true, reason: null, enrollment: left });
    expect(await sequences.enrolments(id)).toEqual([left]);
  });
});

/** The next enrolment dies at the write that makes it. */
const dieOnce = (crash: 'before' | 'after') =>
  orderFault(service, 'dynamodb TransactWriteItems', { crash, times: 1, function: 'enroll' });

describe('the list of enrolments', () => {
  const list = (id: string, query = '') => sequences.ok('GET', `/v1/automations/${id}/enrollments${query}`);
  const emailsOf = ({ data }: Body): string[] => data.map(({ email }: Body) => email);

  test('is newest first, by the time of the enrolment', async () => {
    const id = await sequences.active(slow);
    await enrolAtOnce(id, people(20));
    await service.advance(1);
    await sequences.enrol(id, kim);

    const times = await sequences.enrolledAt(id);

    expect(times).toHaveLength(21);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  test('has who was enrolled by a retry where they were enrolled, not where they were first asked for', async () => {
    const id = await sequences.active(slow);
    const headers = { 'Idempotency-Key': randomUUID() };
    const enrolKim = () =>
      sequences.actor.api('POST', `/v1/automations/${id}/enroll`, { email: kim }, undefined, headers);
    await dieOnce('before');
    await enrolKim();
    await service.advance(minute);
    await sequences.enrol(id, 'bo@example.com');
    await service.advance(1);
    await enrolKim();

    const times = await sequences.enrolledAt(id);

    expect(times).toEqual(times.toSorted().toReversed());
  });

  test('goes on behind its cursor, and begins anew with one that cannot be read', async () => {
    const id = await sequences.active(slow);
    for (const email of people(5)) {
      await sequences.enrol(id, email);
      await service.advance(1);
    }
    const newestFirst = await sequences.enrolments(id);

    expect(newestFirst.map(({ email }) => email)).toEqual(people(5).toReversed());
    await expectPages((query) => list(id, query), newestFirst);
  });

  test('has 50 unless told, and 100 at most', async () => {
    const id = await sequences.active(slow);
    await atOnce(10, people(101), (email) => sequences.enrol(id, email));

    await expectPageSizes((query) => list(id, query));
    expect(new Set((await sequences.enrolments(id)).map(({ email }) => email))).toEqual(new Set(people(101)));
    await sequences.end(id);
  });

  test('of one status has all of those and no others, however the pages fall', async () => {
    const id = await sequences.active({ ...slow, exit_tags: ['out'] });
    const [done = '', out = '', ...others] = people(8);
    for (const email of [done, out]) await sequences.enrol(id, email);
    await sequences.actor.unsubscribe(out);
    await sequences.pass(31 * minute);
    for (const email of others) await sequences.enrol(id, email);
    const statuses = { active: others, completed: [done], canceled: [out], failed: [] };

    for (const [status, emails] of Object.entries(statuses)) {
      const all = await sequences.enrolments(id, `&status=${status}`);
      expect(all.map(({ email }) => email).sort()).toEqual(emails);
      expect(all.every((one) => one.status === status)).toBe(true);
    }
    const paged: string[] = [];
    for (let page = await list(id, '?status=canceled&limit=1'); ;) {
      paged.push(...emailsOf(page));
      if (!page.has_more) break;
      page = await list(id, `?status=canceled&limit=1&cursor=${page.next_cursor}`);
    }
    expect(paged).toEqual([out]);
  });

  test.each(['', 'Active', 'done', 'draft'])('of the status "%s" is refused', async (status) => {
    const id = await sequences.active();

    const answer = await sequences.api('GET', `/v1/automations/${id}/enrollments?status=${status}`);

    expect(refusalOf(answer)).toMatchObject({ status: 422, type: 'invalid_request' });
    expect(answer.body.error.message).toMatch(/^status:/);
  });

  test('of an automation without any is empty', async () => {
    expect(await list(await sequences.draft())).toEqual({
      object: 'list',
      data: [],
      has_more: false,
      next_cursor: null,
    });
  });
});
