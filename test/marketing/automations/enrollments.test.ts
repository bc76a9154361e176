import { randomUUID } from 'node:crypto';
import { keys } from '../../../shared/db/keys';
import { Automations, minuteMs, step, type ApiBody } from '../../support/automations/automations';
import { numberedAddresses } from '../../support/test-workspace';
import { mapConcurrent } from '../../support/map-concurrent';
import { aTimestamp, aTimeOrderedId, unknownId } from '../../support/matchers';
import { injectFault } from '../../support/scheduled-sends';
import type { ApiResponse } from '../../support/service';
import { ServiceTable } from '../../support/table';
import { useService } from '../../support/use-service';
import { refusalOf } from '../../support/api-helpers';
import { expectValidationError, expectPages, expectPageSizes } from '../../support/list-expectations';

type Fields = Record<string, unknown>;

const service = useService();
let automations: Automations;

beforeEach(async () => {
  automations = await Automations.create(service);
});

afterEach(() => service.control('DELETE', '/faults'));

const kim = 'kim@example.com';
const noSuchAutomation = { status: 404, type: 'not_found', message: 'No such automation' };

/** Steps that keep an enrollment active for the duration of a test. */
const delayedSteps = { steps: [step('Later', { delay_minutes: 30 })] };

/** Adds a contact with these tags. */
const joinWithTags = async (...tags: string[]) =>
  automations.addToAudience(await automations.createAudience(), kim, { tags });

/** Sends identical requests concurrently. */
const enrollConcurrently = (id: string, emails: readonly string[]) =>
  Promise.all(emails.map((email) => automations.tryToEnroll(id, email)));

describe('enrolling an address', () => {
  // AT-2, AT-20
  test('returns the whole enrollment, which is due after the delay of the first step', async () => {
    const id = await automations.createActive(delayedSteps);

    const { status, body } = await automations.tryToEnroll(id, kim, {
      variables: { plan: 'pro', 'any name': '' },
    });

    expect(status).toBe(200);
    expect(body).toEqual({
      enrolled: true,
      reason: null,
      enrollment: {
        id: aTimeOrderedId,
        automation_id: id,
        email: kim,
        current_step: 0,
        status: 'active',
        next_due_at: aTimestamp,
        variables: { plan: 'pro', 'any name': '' },
        enrolled_at: aTimestamp,
        completed_at: null,
        canceled_at: null,
        cancel_reason: null,
        last_error: null,
        attempts: 0,
      },
    });
    const { enrolled_at, next_due_at } = body.enrollment;
    expect(Date.parse(next_due_at) - Date.parse(enrolled_at)).toBe(30 * minuteMs);
    expect(await automations.listEnrollments(id)).toEqual([body.enrollment]);
  });

  // AT-20
  test.each(['api', 'contact_added', 'event', 'tag_added'])(
    'is possible for an automation with trigger %s',
    async (kind) => {
      const trigger = { kind, audience_id: await automations.createAudience(), event_name: 'x', tag: 'x' };
      const id = await automations.createActive({ trigger });

      expect(await automations.enroll(id, kim)).toMatchObject({ email: kim, variables: {} });
    },
  );

  // AT-20
  test('does not require or create a contact', async () => {
    await automations.enroll(await automations.createActive(), kim);

    expect((await automations.callOk('GET', '/v1/contacts')).data).toEqual([]);
  });

  test('treats every spelling of an address as the same recipient', async () => {
    const id = await automations.createActive(delayedSteps);

    const { email } = await automations.enroll(id, ' Kim@BÜCHER.example ');

    expect(email).toBe('kim@xn--bcher-kva.example');
    for (const other of [email, 'KIM@bücher.EXAMPLE', 'kim@XN--BCHER-KVA.example'])
      expect(await automations.getRefusalReason(id, other)).toBe('already_enrolled');
    expect(await automations.getCounts(id)).toMatchObject({ active: 1 });
  });

  test('a hundred times concurrently creates one enrollment', async () => {
    const id = await automations.createActive(delayedSteps);

    const responses = await enrollConcurrently(id, Array<string>(100).fill(kim));

    const enrolled = responses.filter(({ body }) => body.enrolled);
    const rejected = responses.filter(({ body }) => !body.enrolled);
    expect(enrolled).toHaveLength(1);
    expect(new Set(rejected.map(({ status, body }) => `${status} ${body.reason}`))).toEqual(
      new Set(['200 already_enrolled']),
    );
    expect(await automations.listEnrollments(id)).toEqual([enrolled[0]?.body.enrollment]);
    expect(await automations.getCounts(id)).toEqual({ active: 1, completed: 0, canceled: 0, failed: 0 });
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
  ])('with %j is refused, and the error names the field', async (fields, path) => {
    const id = await automations.createActive();

    const response = await automations.tryToEnroll(id, kim, fields);

    expectValidationError(response, path);
    expect(await automations.listEnrollments(id)).toEqual([]);
  });

  test('accepts variables of 100,000 bytes as JSON and refuses a byte more', async () => {
    const id = await automations.createActive();
    const variables = (bytes: number) => ({ variables: { a: `é${'x'.repeat(bytes - 10)}` } });

    const overLimit = await automations.tryToEnroll(id, kim, variables(100_001));
    const atLimit = await automations.tryToEnroll(id, kim, variables(100_000));

    expectValidationError(overLimit, ['variables']);
    expect(atLimit.body.enrollment).toMatchObject(variables(100_000));
  });
});

describe('an address is not enrolled if it', () => {
  /** Enrolls an address and waits until its enrollment is completed. */
  async function completeOnce(fields: Fields = {}): Promise<string> {
    const id = await automations.createActive({ ...delayedSteps, ...fields });
    await automations.enroll(id, kim);
    await automations.advanceAndSettle(30 * minuteMs);
    expect(await automations.getEnrollment(id, kim)).toMatchObject({ status: 'completed' });
    return id;
  }

  /** Expects a successful response with this reason and no stored enrollment. */
  async function expectNotEnrolled(id: string, reason: string): Promise<void> {
    const before = await automations.listEnrollments(id);

    const { status, body } = await automations.tryToEnroll(id, kim);

    expect([status, body]).toEqual([200, { enrolled: false, reason, enrollment: null }]);
    expect(await automations.listEnrollments(id)).toEqual(before);
  }

  // AT-21
  test.each(['all', 'marketing'])('is suppressed for %s email', async (scope) => {
    await automations.workspace.suppress(kim, { scope });

    await expectNotEnrolled(await automations.createActive(), 'suppressed');
  });

  test('opted out of the topic, or did not opt in to a topic that requires an opt-in', async () => {
    await automations.workspace.createTopic('offers');
    await automations.workspace.createTopic('rare', { default_subscribed: false });
    await automations.workspace.setTopicPreference(kim, 'offers', false);

    for (const topic_key of ['offers', 'rare'])
      await expectNotEnrolled(await automations.createActive({ topic_key }), 'unsubscribed_from_topic');
    await automations.workspace.setTopicPreference(kim, 'rare', true);
    await automations.enroll(await automations.createActive({ topic_key: 'rare' }), kim);
  });

  test('has one of the exit tags', async () => {
    await joinWithTags('b');

    await expectNotEnrolled(await automations.createActive({ exit_tags: ['a', 'b'] }), 'exit_tag');
  });

  // AT-25
  test('lacks a required tag, or is not a contact', async () => {
    const id = await automations.createActive({ required_tags: ['a', 'b'] });

    await expectNotEnrolled(id, 'required_tag_missing');
    await joinWithTags('a');
    await expectNotEnrolled(id, 'required_tag_missing');
    await joinWithTags('b');
    await automations.enroll(id, kim);
  });

  // AT-21, AT-23
  test.each(['after_completion', 'never'])('is already enrolled: %s', async (reenrollment) => {
    const id = await automations.createActive({ reenrollment, ...delayedSteps });
    await automations.enroll(id, kim);

    await expectNotEnrolled(id, 'already_enrolled');
  });

  test('has completed the automation and reenrollment is never', async () => {
    const id = await completeOnce();

    const repeated = await automations.enroll(id, kim);

    expect(
      (await automations.listEnrollments(id)).map(({ id: item, status }) => [item, status]),
    ).toMatchObject([
      [repeated.id, 'active'],
      [expect.not.stringMatching(repeated.id), 'completed'],
    ]);
    await expectNotEnrolled(await completeOnce({ reenrollment: 'never' }), 'previously_enrolled');
  });

  // AT-23
  test('has a canceled enrollment and reenrollment is never', async () => {
    const id = await automations.createActive({ reenrollment: 'never', exit_tags: ['a'], ...delayedSteps });
    await automations.enroll(id, kim);
    const { id: contactId } = await joinWithTags();
    await automations.changeTags(contactId, { add: ['a'] });
    await automations.changeTags(contactId, { remove: ['a'] });

    await expectNotEnrolled(id, 'previously_enrolled');
  });

  // AT-24
  test('was enrolled before `reenrollment` became never, until `reenrollment` changes back', async () => {
    const id = await completeOnce();

    await automations.updateAutomation(id, { reenrollment: 'never' });
    await expectNotEnrolled(id, 'previously_enrolled');
    await automations.updateAutomation(id, { reenrollment: 'after_completion' });
    await automations.enroll(id, kim);
    await automations.updateAutomation(id, { reenrollment: 'never' });
    await expectNotEnrolled(id, 'already_enrolled');
  });

  describe('if two reasons apply, the response reports', () => {
    // AT-21
    test.each(['all', 'marketing'])(
      'a suppression for %s email instead of a topic opt-out',
      async (scope) => {
        await automations.workspace.createTopic('offers', { default_subscribed: false });
        await automations.workspace.suppress(kim, { scope });

        await expectNotEnrolled(await automations.createActive({ topic_key: 'offers' }), 'suppressed');
      },
    );

    test('a suppression instead of a deleted topic', async () => {
      await automations.workspace.suppress(kim);

      await expectNotEnrolled(await automationWithoutTopic(), 'suppressed');
    });

    test('a topic opt-out instead of an exit tag', async () => {
      await automations.workspace.createTopic('offers', { default_subscribed: false });
      await joinWithTags('a');
      const id = await automations.createActive({ topic_key: 'offers', exit_tags: ['a'] });

      await expectNotEnrolled(id, 'unsubscribed_from_topic');
    });

    test('an exit tag instead of a missing required tag', async () => {
      await joinWithTags('a');

      await expectNotEnrolled(
        await automations.createActive({ exit_tags: ['a'], required_tags: ['b'] }),
        'exit_tag',
      );
    });

    // AT-21
    test.each([
      ['an exit tag', 'exit_tag', { exit_tags: ['a'] }],
      ['a missing required tag', 'required_tag_missing', { required_tags: ['b'] }],
    ])('%s instead of a current or earlier enrollment', async (_description, reason, rule) => {
      await joinWithTags('a');
      const enrolledAutomation = await automations.createActive(delayedSteps);
      await automations.enroll(enrolledAutomation, kim);

      for (const id of [enrolledAutomation, await completeOnce({ reenrollment: 'never' })]) {
        await automations.updateAutomation(id, rule);
        await expectNotEnrolled(id, reason);
      }
    });
  });
});

/** Creates an active automation whose topic was deleted while the automation was a draft. */
async function automationWithoutTopic(): Promise<string> {
  await automations.workspace.createTopic('gone');
  const id = await automations.createDraft({ topic_key: 'gone' });
  await automations.callOk('DELETE', '/v1/topics/gone');
  await automations.setStatus(id, 'active');
  return id;
}

describe('an automation that cannot enroll any address', () => {
  /** Writes the record directly, because the API refuses an automation without steps. */
  async function automationWithoutSteps(): Promise<string> {
    const id = await automations.createActive();
    const table = await ServiceTable.open(service);
    const key = keys.automation(automations.workspace.workspaceId, id);
    const automation = { ...(await table.get(key)), ...key, delays: [] };
    await table.put(automation);
    table.close();
    return id;
  }

  /** Expects a refusal whose message and reason match. */
  async function expectConflict(id: string, reason: string, message: RegExp): Promise<void> {
    const { status, body } = await automations.tryToEnroll(id, kim);

    expect([status, body]).toEqual([
      409,
      {
        error: { type: 'invalid_state', message: expect.stringMatching(message) },
        enrolled: false,
        reason,
        enrollment: null,
      },
    ]);
    expect(await automations.listEnrollments(id)).toEqual([]);
  }

  // AT-22
  test.each(['draft', 'paused'])('reports that it is %s, even for a suppressed address', async (status) => {
    await automations.workspace.suppress(kim);
    const id = await automations.createActive();
    await automations.setStatus(id, status);

    await expectConflict(id, 'not_active', new RegExp(status));
  });

  // AT-22
  test('reports its missing topic, even if the contact lacks a required tag', async () => {
    const id = await automationWithoutTopic();
    await automations.updateAutomation(id, { required_tags: ['a'] });

    await expectConflict(id, 'topic_missing', /topic gone/);
  });

  // AT-22
  test('reports missing steps even for a suppressed address, but reports first that the automation is not active', async () => {
    await automations.workspace.suppress(kim);
    const id = await automationWithoutSteps();

    await expectConflict(id, 'no_steps', /no steps/);
    await automations.setStatus(id, 'paused');
    await expectConflict(id, 'not_active', /paused/);
  });
});

describe('the guardrails of a key', () => {
  const refusalFor = async (key: string, id: string) =>
    refusalOf(await automations.tryToEnroll(id, kim, {}, key));

  // AT-26
  test('a key with requires_approval is refused before any lookup', async () => {
    const key = await automations.workspace.createGuardedKey({
      requires_approval: true,
      allowed_recipients: ['@other.example'],
    });

    for (const id of [await automations.createActive(), await automations.createDraft(), unknownId])
      expect(await refusalFor(key, id)).toMatchObject({ status: 403, type: 'forbidden' });
  });

  test('an address outside the allowlist is refused before any lookup', async () => {
    const key = await automations.workspace.createGuardedKey({
      allowed_recipients: ['@other.example', 'bo@example.com'],
    });

    for (const id of [await automations.createActive(), await automations.createDraft(), unknownId])
      expect(await refusalFor(key, id)).toMatchObject({ status: 403, type: 'recipient_not_allowed' });
  });

  // AT-26
  test('an address on the allowlist is enrolled, and the daily limit does not apply', async () => {
    const key = await automations.workspace.createGuardedKey({
      daily_send_limit: 1,
      allowed_recipients: ['example.com'],
    });
    const id = await automations.createActive();

    for (const email of [kim, 'BO@Example.com'])
      expect((await automations.tryToEnroll(id, email, {}, key)).body).toMatchObject({ enrolled: true });
    expect(await refusalFor(key, unknownId)).toEqual(noSuchAutomation);
    await automations.advanceAndSettle(minuteMs);
    expect(await automations.listMailed()).toHaveLength(2);
    expect((await automations.workspace.send({ to: kim }, key)).status).toBe(202);
  });
});

describe('a retry under the same Idempotency-Key', () => {
  const enrollWithKey = (id: string): Promise<ApiResponse> =>
    automations.workspace.api('POST', `/v1/automations/${id}/enroll`, { email: kim }, undefined, {
      'Idempotency-Key': 'once',
    });

  test('returns the first response', async () => {
    const id = await automations.createActive();

    const first = await enrollWithKey(id);
    const repeated = await enrollWithKey(id);

    expect(first.body.enrolled).toBe(true);
    expect(repeated).toMatchObject({ status: 200, body: first.body });
    expect(repeated.headers.get('idempotent-replay')).toBe('true');
  });

  test('reports the enrollment that a crashed attempt created', async () => {
    const id = await automations.createActive(delayedSteps);
    await crashOnce('after');

    const failedResponse = await enrollWithKey(id);
    const storedEnrollment = await automations.getEnrollment(id, kim);
    await service.advance(minuteMs);

    expect(failedResponse.status).toBe(500);
    expect((await enrollWithKey(id)).body).toEqual({
      enrolled: true,
      reason: null,
      enrollment: storedEnrollment,
    });
    expect(await automations.listEnrollments(id)).toEqual([storedEnrollment]);
  });
});

/** Makes the next enrollment crash at its write. */
const crashOnce = (crash: 'before' | 'after') =>
  injectFault(service, 'dynamodb TransactWriteItems', { crash, times: 1, function: 'enroll' });

describe('the list of enrollments', () => {
  const list = (id: string, query = '') =>
    automations.callOk('GET', `/v1/automations/${id}/enrollments${query}`);
  const emailsOf = ({ data }: ApiBody): string[] => data.map(({ email }: ApiBody) => email);

  // AT-3
  test('is sorted by enrollment time, newest first', async () => {
    const id = await automations.createActive(delayedSteps);
    await enrollConcurrently(id, numberedAddresses(20));
    await service.advance(1);
    await automations.enroll(id, kim);

    const times = await automations.listEnrollmentTimes(id);

    expect(times).toHaveLength(21);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  test('uses the time of the retry to sort an enrollment that a retry created', async () => {
    const id = await automations.createActive(delayedSteps);
    const headers = { 'Idempotency-Key': randomUUID() };
    const enrollKim = () =>
      automations.workspace.api('POST', `/v1/automations/${id}/enroll`, { email: kim }, undefined, headers);
    await crashOnce('before');
    await enrollKim();
    await service.advance(minuteMs);
    await automations.enroll(id, 'bo@example.com');
    await service.advance(1);
    await enrollKim();

    const times = await automations.listEnrollmentTimes(id);

    expect(times).toEqual(times.toSorted().toReversed());
  });

  test('continues after the cursor, or from the start if the cursor is invalid', async () => {
    const id = await automations.createActive(delayedSteps);
    for (const email of numberedAddresses(5)) {
      await automations.enroll(id, email);
      await service.advance(1);
    }
    const newestFirst = await automations.listEnrollments(id);

    expect(newestFirst.map(({ email }) => email)).toEqual(numberedAddresses(5).toReversed());
    await expectPages((query) => list(id, query), newestFirst);
  });

  test('has 50 enrollments per page by default and 100 at most', async () => {
    const id = await automations.createActive(delayedSteps);
    await mapConcurrent(10, numberedAddresses(101), (email) => automations.enroll(id, email));

    await expectPageSizes((query) => list(id, query));
    expect(new Set((await automations.listEnrollments(id)).map(({ email }) => email))).toEqual(
      new Set(numberedAddresses(101)),
    );
    await automations.deleteAutomations(id);
  });

  // AT-3
  test('filtered by status contains exactly the enrollments with that status, across pages', async () => {
    const id = await automations.createActive({ ...delayedSteps, exit_tags: ['out'] });
    const [completedAddress = '', canceledAddress = '', ...rejected] = numberedAddresses(8);
    for (const email of [completedAddress, canceledAddress]) await automations.enroll(id, email);
    await automations.workspace.unsubscribe(canceledAddress);
    await automations.advanceAndSettle(31 * minuteMs);
    for (const email of rejected) await automations.enroll(id, email);
    const statuses = {
      active: rejected,
      completed: [completedAddress],
      canceled: [canceledAddress],
      failed: [],
    };

    for (const [status, emails] of Object.entries(statuses)) {
      const all = await automations.listEnrollments(id, `&status=${status}`);
      expect(all.map(({ email }) => email).sort()).toEqual(emails);
      expect(all.every((item) => item.status === status)).toBe(true);
    }
    const paged: string[] = [];
    for (let page = await list(id, '?status=canceled&limit=1'); ;) {
      paged.push(...emailsOf(page));
      if (!page.has_more) break;
      page = await list(id, `?status=canceled&limit=1&cursor=${page.next_cursor}`);
    }
    expect(paged).toEqual([canceledAddress]);
  });

  // AT-3
  test.each(['', 'Active', 'done', 'draft'])('is refused for the status "%s"', async (status) => {
    const id = await automations.createActive();

    const response = await automations.api('GET', `/v1/automations/${id}/enrollments?status=${status}`);

    expect(refusalOf(response)).toMatchObject({ status: 422, type: 'invalid_request' });
    expect(response.body.error.message).toMatch(/^status:/);
  });

  test('of an automation without enrollments is empty', async () => {
    expect(await list(await automations.createDraft())).toEqual({
      object: 'list',
      data: [],
      has_more: false,
      next_cursor: null,
    });
  });
});
