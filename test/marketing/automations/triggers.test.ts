import { numberedAddresses } from '../../support/test-workspace';
import { useService } from '../../support/use-service';
import { minuteMs, Automations, step, type ApiBody } from '../../support/automations/automations';

type Fields = Record<string, unknown>;

const service = useService({ timeTravels: true });
let automations: Automations;
let audienceId: string;

beforeEach(async () => {
  automations = await Automations.create(service);
  audienceId = await automations.createAudience();
});

const kim = 'kim@example.com';
const delayedStep = { steps: [step('Later', { delay_minutes: 30 })] };

/** These functions create active automations by kind of trigger. */
const createOnContactAdded = (fields: Fields = {}, audience_id = audienceId) =>
  automations.createActive({ trigger: { kind: 'contact_added', audience_id }, ...delayedStep, ...fields });
const createOnTagAdded = (tag: string, fields: Fields = {}) =>
  automations.createActive({ trigger: { kind: 'tag_added', tag }, ...delayedStep, ...fields });

const listEnrolledAddresses = async (id: string) =>
  (await automations.listEnrollments(id)).map(({ email }) => String(email)).sort();

type AddContact = (fields?: Fields, key?: string, targetAudienceId?: string) => Promise<ApiBody>;

/** The two requests that add a single contact. */
const singleAddMethods: [description: string, add: AddContact][] = [
  [
    'POST /v1/contacts',
    (fields, key, audience_id = audienceId) =>
      automations.callOk('POST', '/v1/contacts', { audience_id, email: kim, ...fields }, key),
  ],
  [
    'POST /v1/audiences/{id}/contacts',
    (fields, key, targetAudienceId = audienceId) =>
      automations.addToAudience(targetAudienceId, kim, fields, key),
  ],
];

/** Keys that may not enroll the contact. */
const guardedKeys: [description: string, guardrails: Fields][] = [
  ['that requires approval', { requires_approval: true }],
  ['whose allowlist excludes the address', { allowed_recipients: ['other.example'] }],
];

/** Returns the counts of an import that starts automations by default. */
const importContacts = (
  rows: readonly Fields[],
  query = '?trigger_automations=true',
  key?: string,
): Promise<ApiBody> => automations.callOk('POST', `/v1/audiences/${audienceId}/contacts${query}`, rows, key);

/** Every request that adds a contact and starts automations. */
const allAddMethods: [description: string, add: AddContact][] = [
  ...singleAddMethods,
  [
    'an import with trigger_automations=true',
    (fields, key) => importContacts([{ email: kim, ...fields }], undefined, key),
  ],
];

describe.each(allAddMethods)('when a contact is added by %s', (_method, add) => {
  // AT-28
  test('a contact who joins the audience is enrolled, without variables', async () => {
    const [id, secondId, inOtherAudience] = [
      await createOnContactAdded(),
      await createOnContactAdded(),
      await createOnContactAdded({}, await automations.createAudience('Others')),
    ];

    await add({ email: ' KIM@example.com' });

    for (const automationId of [id, secondId])
      expect(await automations.listEnrollments(automationId)).toMatchObject([
        { email: kim, status: 'active', current_step: 0, variables: {} },
      ]);
    expect(await listEnrolledAddresses(inOtherAudience)).toEqual([]);
  });

  test('a contact who is already on the audience is not enrolled', async () => {
    await add();
    const id = await createOnContactAdded();

    await add({ first_name: 'Kim', tags: ['new'] });

    expect(await listEnrolledAddresses(id)).toEqual([]);
  });

  test('an existing contact who joins another audience is enrolled in its automations', async () => {
    await automations.addToAudience(await automations.createAudience('Others'), kim);
    const id = await createOnContactAdded();

    await add();

    expect(await listEnrolledAddresses(id)).toEqual([kim]);
  });

  // AT-28
  test('a contact who gains a tag is enrolled, whether new or existing', async () => {
    const [vip, trial] = [await createOnTagAdded(' Big  SPENDER'), await createOnTagAdded('trial')];

    await add({ tags: ['Big spender '] });
    expect([await listEnrolledAddresses(vip), await listEnrolledAddresses(trial)]).toEqual([[kim], []]);
    await add({ tags: ['big-spender', 'TRIAL', 'trial'] });

    expect([await listEnrolledAddresses(vip), await listEnrolledAddresses(trial)]).toEqual([[kim], [kim]]);
  });

  // AT-28
  test('a contact who already has the tag is not enrolled', async () => {
    await add({ tags: ['vip'] });
    const id = await createOnTagAdded('vip');

    await add({ tags: ['VIP'], first_name: 'Kim' });

    expect(await listEnrolledAddresses(id)).toEqual([]);
  });

  test('the tag rules of the automation apply to the tags in the request that adds a contact', async () => {
    const [required, exit] = [
      await createOnContactAdded({ required_tags: ['vip'] }),
      await createOnContactAdded({ exit_tags: ['vip'] }),
    ];

    await add({ tags: ['vip'] });

    expect([await listEnrolledAddresses(required), await listEnrolledAddresses(exit)]).toEqual([[kim], []]);
  });

  // AT-28
  test.each(['all', 'marketing'])(
    'a contact who is suppressed for %s email is not enrolled',
    async (scope) => {
      await automations.workspace.suppress(kim, { scope });
      const ids = [await createOnContactAdded(), await createOnTagAdded('vip')];

      await add({ tags: ['vip'] });
      await automations.advanceAndSettle(5 * minuteMs);

      for (const id of ids) expect(await listEnrolledAddresses(id)).toEqual([]);
    },
  );

  test.each(['unsubscribed', 'bounced', 'complained'])(
    'a contact who is added as %s is not enrolled',
    async (status) => {
      const ids = [await createOnContactAdded(), await createOnTagAdded('vip')];

      await add({ tags: ['vip'], status });
      await automations.advanceAndSettle(5 * minuteMs);

      for (const id of ids) expect(await listEnrolledAddresses(id)).toEqual([]);
    },
  );

  test.each(['draft', 'paused'])(
    'a %s automation enrolls no contact, not even after it becomes active',
    async (status) => {
      const ids = [await createOnContactAdded(), await createOnTagAdded('vip')];
      for (const id of ids) await automations.setStatus(id, status);

      await add({ tags: ['vip'] });
      for (const id of ids) await automations.setStatus(id, 'active');
      await add({ tags: ['vip'] });
      await automations.advanceAndSettle(5 * minuteMs);

      for (const id of ids) expect(await listEnrolledAddresses(id)).toEqual([]);
    },
  );

  // AU-20
  test.each(guardedKeys)(
    'a request with a key %s adds the contact and the tag but does not enroll the contact',
    async (_guardrail, guardrails) => {
      const key = await automations.workspace.createGuardedKey(guardrails);
      const ids = [await createOnContactAdded(), await createOnTagAdded('vip')];

      await add({ tags: ['vip'] }, key);
      await automations.advanceAndSettle(5 * minuteMs);

      const [contact] = (await automations.callOk('GET', `/v1/contacts?email=${kim}`)).data;
      expect(contact).toMatchObject({ audience_ids: [audienceId], tags: ['vip'] });
      for (const id of ids) expect(await listEnrolledAddresses(id)).toEqual([]);
    },
  );

  test('a request with a key that may send to the address enrolls the contact', async () => {
    const key = await automations.workspace.createGuardedKey({
      allowed_recipients: ['@example.com'],
      daily_send_limit: 1,
    });
    const ids = [await createOnContactAdded(), await createOnTagAdded('vip')];

    await add({ tags: ['vip'] }, key);

    for (const id of ids) expect(await listEnrolledAddresses(id)).toEqual([kim]);
  });
});

describe('joining an audience', () => {
  test.each(singleAddMethods)(
    'again after a removal enrolls the contact again (%s)',
    async (_method, add) => {
      const id = await createOnContactAdded({ steps: [step()] });
      const contact = await add();
      await automations.advanceAndSettle(minuteMs);
      await automations.callOk('DELETE', `/v1/audiences/${audienceId}/contacts/${contact.id}`);

      await add();
      await automations.advanceAndSettle(minuteMs);

      expect(await automations.getCounts(id)).toEqual({ active: 0, completed: 2, canceled: 0, failed: 0 });
    },
  );

  test('does not start automations in another workspace', async () => {
    const otherWorkspace = await Automations.create(service);
    const otherAutomationId = await otherWorkspace.createActive({
      trigger: { kind: 'contact_added', audience_id: await otherWorkspace.createAudience() },
    });

    await automations.addToAudience(audienceId, kim);

    expect(await otherWorkspace.listEnrollments(otherAutomationId)).toEqual([]);
  });

  // AU-19
  test.each(['', '?trigger_automations=false'])(
    'through a single-contact request enrolls the contact with the query %j',
    async (query) => {
      const id = await createOnContactAdded();

      await automations.callOk('POST', `/v1/audiences/${audienceId}/contacts${query}`, { email: kim });

      expect(await listEnrolledAddresses(id)).toEqual([kim]);
    },
  );

  test('does not change the response', async () => {
    const before = await automations.addToAudience(audienceId, 'bo@example.com');
    await createOnContactAdded();

    const contact = await automations.addToAudience(audienceId, kim);

    expect(Object.keys(contact)).toEqual(Object.keys(before));
  });
});

describe('the tag endpoint', () => {
  test('starts automations once, for tags that the contact did not have', async () => {
    const { id: contactId } = await automations.addToAudience(audienceId, kim, { tags: ['old'] });
    const [vip, trial, old] = [
      await createOnTagAdded('vip'),
      await createOnTagAdded('trial'),
      await createOnTagAdded('old'),
    ];

    await automations.changeTags(contactId, { add: [' VIP', 'vip', 'Trial', 'old'] });
    await automations.changeTags(contactId, { add: ['vip'] });

    for (const id of [vip, trial]) expect(await listEnrolledAddresses(id)).toEqual([kim]);
    expect(await listEnrolledAddresses(old)).toEqual([]);
  });

  test('starts nothing for a tag that the same request also removes', async () => {
    const { id: contactId } = await automations.addToAudience(audienceId, kim);
    const id = await createOnTagAdded('vip');

    expect((await automations.changeTags(contactId, { add: ['vip'], remove: ['vip'] })).tags).toEqual([]);

    expect(await listEnrolledAddresses(id)).toEqual([]);
  });

  test('starts the automation again for a tag that was removed and added again', async () => {
    const { id: contactId } = await automations.addToAudience(audienceId, kim, { tags: ['vip'] });
    const id = await createOnTagAdded('vip', { steps: [step()] });

    for (const change of [{ remove: ['vip'] }, { add: ['vip'] }])
      await automations.changeTags(contactId, change);
    await automations.advanceAndSettle(minuteMs);
    for (const change of [{ remove: ['vip'] }, { add: ['vip'] }])
      await automations.changeTags(contactId, change);
    await automations.advanceAndSettle(minuteMs);

    expect(await automations.getCounts(id)).toEqual({ active: 0, completed: 2, canceled: 0, failed: 0 });
  });

  // AT-29
  test('starts nothing for a tag that the contact had before the automation was active', async () => {
    const { id: contactId } = await automations.addToAudience(audienceId, kim, { tags: ['vip'] });
    const id = await createOnTagAdded('vip');

    await automations.changeTags(contactId, { add: ['vip'] });
    await automations.advanceAndSettle(5 * minuteMs);

    expect(await listEnrolledAddresses(id)).toEqual([]);
  });

  test('never enrolls a contact who is suppressed or unsubscribed', async () => {
    const { id: contactId } = await automations.addToAudience(audienceId, kim);
    const id = await createOnTagAdded('vip');
    await automations.callOk('PATCH', `/v1/contacts/${contactId}`, { unsubscribed: true });

    await automations.changeTags(contactId, { add: ['vip'] });

    expect(await listEnrolledAddresses(id)).toEqual([]);
  });

  test.each(guardedKeys)('stores the tag for a key %s but starts nothing', async (_guardrail, guardrails) => {
    const { id: contactId } = await automations.addToAudience(audienceId, kim);
    const id = await createOnTagAdded('vip');
    const key = await automations.workspace.createGuardedKey(guardrails);

    expect((await automations.changeTags(contactId, { add: ['vip'] }, key)).tags).toEqual(['vip']);
    await automations.advanceAndSettle(5 * minuteMs);

    expect(await listEnrolledAddresses(id)).toEqual([]);
  });
});

describe('an import', () => {
  // AU-19
  test.each(['', '?trigger_automations=false', '?trigger_automations=TRUE', '?trigger_automations=1'])(
    'with the query "%s" starts nothing, not even later',
    async (query) => {
      const ids = [await createOnContactAdded(), await createOnTagAdded('vip')];

      const counts = await importContacts([{ email: kim, tags: ['vip'] }], query);
      await automations.advanceAndSettle(5 * minuteMs);

      expect(counts).toMatchObject({ inserted: 1, automations_started: 0 });
      for (const id of ids) expect(await listEnrolledAddresses(id)).toEqual([]);
    },
  );

  // AU-19
  test('with trigger_automations counts the automations that it started for new members and for new tags', async () => {
    await automations.addToAudience(audienceId, 'known@example.com', { tags: ['vip'] });
    await automations.workspace.suppress('out@example.com');
    const [joinedId, vip] = [await createOnContactAdded(), await createOnTagAdded('vip')];

    const counts = await importContacts([
      { email: 'a@example.com' },
      { email: 'b@example.com', tags: ['vip'] },
      { email: 'B@example.com', tags: ['vip'] },
      { email: 'known@example.com', tags: ['vip'] },
      { email: 'out@example.com', tags: ['vip'] },
      { email: 'gone@example.com', tags: ['vip'], status: 'unsubscribed' },
    ]);

    expect(counts).toMatchObject({ inserted: 4, updated: 1, skipped: 1, automations_started: 3 });
    expect(await listEnrolledAddresses(joinedId)).toEqual(['a@example.com', 'b@example.com']);
    expect(await listEnrolledAddresses(vip)).toEqual(['b@example.com']);
  });

  test('that repeats the same rows starts nothing', async () => {
    const id = await createOnContactAdded({ steps: [step()] });
    const rows = numberedAddresses(3).map((email) => ({ email }));
    await importContacts(rows);
    await automations.advanceAndSettle(minuteMs);

    expect(await importContacts(rows)).toMatchObject({ updated: 3, automations_started: 0 });
    expect(await automations.getCounts(id)).toMatchObject({ active: 0, completed: 3 });
  });

  test('by a key with an allowlist enrolls only contacts on the allowlist', async () => {
    const key = await automations.workspace.createGuardedKey({ allowed_recipients: ['bo@example.com'] });
    const id = await createOnContactAdded();

    const counts = await importContacts([{ email: kim }, { email: 'bo@example.com' }], undefined, key);

    expect(counts).toMatchObject({ inserted: 2, automations_started: 1 });
    expect(await listEnrolledAddresses(id)).toEqual(['bo@example.com']);
  });

  test('of 150 contacts enrolls every eligible contact once', async () => {
    const addresses = numberedAddresses(150);
    await automations.workspace.suppress(addresses[0] ?? '');
    const [joinedId, vip] = [await createOnContactAdded(), await createOnTagAdded('vip')];

    const counts = await importContacts(
      addresses.map((email, index) => ({ email, tags: index < 120 ? ['vip'] : [] })),
    );
    await service.settle();

    expect(counts).toMatchObject({ inserted: 150, automations_started: 149 + 119 });
    expect(await listEnrolledAddresses(joinedId)).toEqual(addresses.slice(1).sort());
    expect(await listEnrolledAddresses(vip)).toEqual(addresses.slice(1, 120).sort());
    expect(await automations.getCounts(joinedId)).toMatchObject({ active: 149 });
  });

  test('of 150 contacts lists the enrollments by enrollment time', async () => {
    const id = await createOnContactAdded();
    await importContacts(numberedAddresses(150).map((email) => ({ email })));
    await service.settle();

    const times = await automations.listEnrollmentTimes(id);

    expect(times).toEqual(times.toSorted().toReversed());
  });
});
