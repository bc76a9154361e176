import { createTransport } from 'nodemailer';
import { headerLines } from '../../support/api-helpers';
import { receiveInboundMail, injectInboundMail } from '../../support/inbound-mails';
import { PageClient } from '../../support/links/page-client';
import { aTimestamp } from '../../support/matchers';
import { injectFault } from '../../support/scheduled-sends';
import { useService } from '../../support/use-service';
import { withManyOthers, Members } from '../../support/automations/members';
import { minuteMs, Automations, step, type ApiBody } from '../../support/automations/automations';

type Fields = Record<string, unknown>;

/** Events that end an enrollment, and events that do not (AT-40 to AT-44). */
const service = useService({ timeTravels: true });
const browser = new PageClient(service);
let automations: Automations;
let members: Members;

beforeEach(async () => {
  automations = await Automations.create(service);
  members = await Members.create(automations);
});

afterEach(() => service.control('DELETE', '/faults'));

const kim = 'kim@example.com';

const twoSteps = [step('One'), step('Two', { delay_minutes: 60 })];

/** The second step is due within this time. */
const pastSecondStepMs = 90 * minuteMs;

/**
 * Creates an automation of two steps and enrolls Kim, an audience member with the tag `trial`. The first step
 * is sent.
 */
async function enrollKim(fields: Fields = {}): Promise<string> {
  await automations.workspace.createTopic('offers');
  await automations.workspace.createTopic('tips');
  await members.addContacts({ email: kim, tags: ['trial'] });
  const id = await automations.createActive({ steps: twoSteps, ...fields });
  await automations.enroll(id, kim);
  await automations.advanceAndSettle(minuteMs);
  return id;
}

/** Enrolls Kim in one automation for each argument. */
async function enrollKimInEach(...automationFields: Fields[]): Promise<string[]> {
  const ids: string[] = [];
  for (const fields of automationFields)
    ids.push(await automations.createActive({ steps: twoSteps, ...fields }));
  for (const id of ids) await automations.enroll(id, kim);
  await automations.advanceAndSettle(minuteMs);
  return ids;
}

const canceled = (reason: string): Fields => ({
  status: 'canceled',
  cancel_reason: reason,
  canceled_at: aTimestamp,
  completed_at: null,
  current_step: 1,
});

const stillActive = { status: 'active', cancel_reason: null, canceled_at: null };

const cancelReasons = (ids: readonly string[]): Promise<(string | null)[]> =>
  Promise.all(ids.map(async (id) => (await automations.getEnrollment(id, kim)).cancel_reason));

async function expectEnded(id: string, reason: string): Promise<void> {
  expect(await automations.getEnrollment(id, kim)).toMatchObject(canceled(reason));
  expect(await automations.getCounts(id)).toEqual({ active: 0, completed: 0, canceled: 1, failed: 0 });
}

/** Checks that Kim received the first step and never receives the second. */
async function expectNoFurtherMail(): Promise<void> {
  await automations.advanceAndSettle(pastSecondStepMs);
  expect(await automations.listMailed()).toEqual([`One to ${kim}`]);
}

interface Cause {
  what: string;
  automation?: Fields;
  perform: () => Promise<unknown>;
}

interface Exit extends Cause {
  reason: string;
}

const suppress = (fields: Fields) =>
  automations.callOk('POST', '/v1/suppressions', { email: kim, ...fields });

const suppressMany = (fields: Fields) =>
  automations.callOk('POST', '/v1/suppressions/batch', { emails: withManyOthers(kim), ...fields });

const importMany = (fields: Fields) =>
  members.addContacts(withManyOthers(kim).map((email) => ({ email, ...fields })));

const setTopicPreferences = (topics: Fields) =>
  automations.callOk('POST', '/v1/topics/preferences', { email: kim, topics });

const importTopicPreferences = (emails: string[], subscribed: boolean) =>
  automations.callOk('POST', '/v1/topics/offers/import', { emails, subscribed });

/** Derives the page's path from the List-Unsubscribe header of the email that Kim received. */
async function findFooterLink(page: 'unsubscribe' | 'preferences'): Promise<string> {
  const { raw } = await automations.getOnlyMailTo(kim);
  const header = headerLines(Buffer.from(raw)).find((line) => line.startsWith('List-Unsubscribe: ')) ?? '';
  const [, path = 'none'] = /<https?:\/\/[^/]+([^>]+)>/.exec(header) ?? [];
  return path.replace('/unsubscribe/', `/${page}/`);
}

async function submitFooterPage(
  page: 'unsubscribe' | 'preferences',
  ...fields: [string, string][]
): Promise<void> {
  const { status } = await browser.submit(await findFooterLink(page), fields);
  expect(status).toBe(200);
}

/** Simulates an SES event for the email that Kim received. */
async function reportProviderEvent(event: Fields): Promise<void> {
  const [mail] = await automations.mailsTo(kim);
  const path = `/outbox/${String(mail?.['provider_message_id'])}/events`;
  await service.control('POST', path, { recipient: kim, ...event });
}

const withTopic = { topic_key: 'offers' };

const importedStatuses: [fields: Fields, reason: string][] = [
  [{ status: 'unsubscribed' }, 'unsubscribed'],
  [{ unsubscribed: true }, 'unsubscribed'],
  [{ status: 'bounced' }, 'suppressed'],
  [{ status: 'complained' }, 'suppressed'],
];

const waysToAdd: { way: string; add: (fields: Fields) => Promise<unknown> }[] = [
  { way: 'a request that adds one contact', add: (fields) => members.addContacts({ email: kim, ...fields }) },
  {
    way: 'POST /v1/contacts',
    add: (fields) =>
      automations.callOk('POST', '/v1/contacts', { audience_id: members.audienceId, email: kim, ...fields }),
  },
  { way: 'a small import', add: (fields) => members.addContacts([{ email: kim, ...fields }]) },
  { way: 'an import of more than 25 contacts', add: importMany },
  {
    way: 'an import whose second row has the status',
    add: (fields) => members.addContacts([{ email: kim }, { email: 'Kim@Example.com', ...fields }]),
  },
];

/** Pairs each way of adding a contact with only one of the statuses, because all ways handle a row identically. */
const additionExits = waysToAdd.flatMap(({ way, add }, index): Exit[] => {
  const [fields, reason] = importedStatuses[index % importedStatuses.length] ?? [];
  if (!fields || !reason) return [];
  return [{ what: `${way}, ${JSON.stringify(fields)}`, perform: () => add(fields), reason }];
});

const immediateExits: Exit[] = [
  {
    what: 'the one-click link of an email without a topic',
    perform: () => submitFooterPage('unsubscribe', ['List-Unsubscribe', 'One-Click']),
    reason: 'unsubscribed',
  },
  {
    what: 'the option to unsubscribe from everything on the preference page',
    perform: () => submitFooterPage('preferences', ['unsubscribe', 'all']),
    reason: 'unsubscribed',
  },
  {
    what: 'the option to unsubscribe from everything on the preference page of an email under a topic',
    automation: withTopic,
    perform: () => submitFooterPage('preferences', ['unsubscribe', 'all']),
    reason: 'unsubscribed',
  },
  {
    what: 'an update that marks the contact unsubscribed',
    perform: () => members.updateContact(kim, { unsubscribed: true }),
    reason: 'unsubscribed',
  },
  ...additionExits,
  ...['all', 'marketing', 'transactional'].map((scope) => ({
    what: `a suppression with reason unsubscribe and scope ${scope}`,
    perform: () => suppress({ reason: 'unsubscribe', scope }),
    reason: 'unsubscribed',
  })),
  {
    what: 'a batch of suppressions with reason unsubscribe',
    perform: () =>
      automations.callOk('POST', '/v1/suppressions/batch', { emails: [kim], reason: 'unsubscribe' }),
    reason: 'unsubscribed',
  },
  {
    what: 'a batch of more than 25 suppressions with reason unsubscribe and scope transactional',
    perform: () => suppressMany({ reason: 'unsubscribe', scope: 'transactional' }),
    reason: 'unsubscribed',
  },
  {
    what: 'the one-click link of an email under the topic',
    automation: withTopic,
    perform: () => submitFooterPage('unsubscribe', ['List-Unsubscribe', 'One-Click']),
    reason: 'unsubscribed_from_topic',
  },
  {
    what: 'clearing the checkbox of the topic on the preference page',
    automation: withTopic,
    perform: () => submitFooterPage('preferences', ['shown', 'offers']),
    reason: 'unsubscribed_from_topic',
  },
  {
    what: 'a preference of false for the topic',
    automation: withTopic,
    perform: () => setTopicPreferences({ offers: false, tips: true }),
    reason: 'unsubscribed_from_topic',
  },
  {
    what: 'an import of a few opt-outs from the topic',
    automation: withTopic,
    perform: () => importTopicPreferences(['Kim@Example.com'], false),
    reason: 'unsubscribed_from_topic',
  },
  {
    what: 'an import of more than 25 opt-outs from the topic',
    automation: withTopic,
    perform: () => importTopicPreferences(withManyOthers(kim), false),
    reason: 'unsubscribed_from_topic',
  },
  {
    what: 'adding an exit tag through the tags endpoint',
    automation: { exit_tags: ['Big Customer'] },
    perform: () => members.changeTags(kim, { add: ['big customer'] }),
    reason: 'exit_tag',
  },
  {
    what: 'removing a required tag through the tags endpoint',
    automation: { required_tags: ['trial'] },
    perform: () => members.changeTags(kim, { remove: ['Trial'] }),
    reason: 'required_tag_missing',
  },
  {
    what: 'adding an exit tag and removing a required tag in one request',
    automation: { exit_tags: ['customer'], required_tags: ['trial'] },
    perform: () => members.changeTags(kim, { add: ['customer'], remove: ['trial'] }),
    reason: 'exit_tag',
  },
];

describe('an event that ends the enrollment immediately and stops all further steps:', () => {
  // AT-40, AT-42, AT-44, AU-8, AU-13, C-16, SU-7, TO-11, TO-14
  test.each(immediateExits)('$what', async ({ automation, perform, reason }) => {
    const id = await enrollKim(automation);

    await perform();
    await service.settle();

    await expectEnded(id, reason);
    await expectNoFurtherMail();
    await expectEnded(id, reason);
  });
});

const deferredExits: Exit[] = [
  ...['manual', 'list_hygiene', 'hard_bounce', 'complaint'].flatMap((reason) =>
    ['all', 'marketing'].map((scope) => ({
      what: `a suppression with reason ${reason} and scope ${scope}`,
      perform: () => suppress({ reason, scope }),
      reason: 'suppressed',
    })),
  ),
  {
    what: 'a batch of suppressions with the default reason',
    perform: () => suppressMany({}),
    reason: 'suppressed',
  },
  {
    what: 'a permanent bounce',
    perform: () => reportProviderEvent({ type: 'bounce', bounce_type: 'Permanent' }),
    reason: 'suppressed',
  },
  { what: 'a complaint', perform: () => reportProviderEvent({ type: 'complaint' }), reason: 'suppressed' },
  ...[
    { way: 'a request that adds one contact', add: (row: Fields) => members.addContacts(row) },
    { way: 'an import', add: (row: Fields) => members.addContacts([row]) },
    {
      way: 'an import that starts automations',
      add: (row: Fields) => members.addContacts([row], '?trigger_automations=true'),
    },
    {
      way: 'POST /v1/contacts',
      add: (row: Fields) =>
        automations.callOk('POST', '/v1/contacts', { audience_id: members.audienceId, ...row }),
    },
  ].map(({ way, add }) => ({
    what: `an exit tag set by ${way}`,
    automation: { exit_tags: ['customer'] },
    perform: () => add({ email: kim, tags: ['Customer'] }),
    reason: 'exit_tag',
  })),
  {
    what: 'deleting the contact of an automation with required_tags',
    automation: { required_tags: ['trial'] },
    perform: () => members.deleteContact(kim),
    reason: 'required_tag_missing',
  },
];

describe('an event that ends the enrollment only when the next step is due:', () => {
  test.each(deferredExits)('$what', async ({ automation, perform, reason }) => {
    const id = await enrollKim(automation);

    await perform();
    await service.settle();
    const meanwhile = await automations.getEnrollment(id, kim);
    await expectNoFurtherMail();

    expect(meanwhile).toMatchObject(stillActive);
    await expectEnded(id, reason);
  });

  test.each(['bounce', 'complaint'])('an SES %s event for the email of a step', async (what) => {
    const address = `${what}@simulator.amazonses.com`;
    const id = await automations.createActive({ steps: twoSteps });
    await automations.enroll(id, address);
    await automations.advanceAndSettle(minuteMs);
    const meanwhile = await automations.getEnrollment(id, address);

    await automations.advanceAndSettle(pastSecondStepMs);

    expect(meanwhile).toMatchObject({ ...stillActive, current_step: 1 });
    expect(await automations.getEnrollment(id, address)).toMatchObject(canceled('suppressed'));
    expect(await automations.listMailed()).toEqual([`One to ${address}`]);
  });
});

const harmlessCauses: Cause[] = [
  { what: 'a suppression of transactional email', perform: () => suppress({ scope: 'transactional' }) },
  {
    what: 'a suppression that was removed before the next step',
    perform: async () => {
      await suppress({});
      await automations.callOk('DELETE', `/v1/suppressions/${kim}`);
    },
  },
  {
    what: 'a bounce that is not permanent',
    perform: () => reportProviderEvent({ type: 'bounce', bounce_type: 'Transient' }),
  },
  {
    what: 'a preference of true for the topic',
    automation: withTopic,
    perform: () => setTopicPreferences({ offers: true }),
  },
  {
    what: 'a preference of false for another topic',
    automation: withTopic,
    perform: () => setTopicPreferences({ tips: false }),
  },
  {
    what: 'a preference of false for a topic when the automation has no topic',
    perform: () => setTopicPreferences({ offers: false }),
  },
  {
    what: 'an import of opt-ins to the topic',
    automation: withTopic,
    perform: () => importTopicPreferences(withManyOthers(kim), true),
  },
  {
    what: 'an import with status subscribed',
    perform: () => members.addContacts([{ email: kim, status: 'subscribed' }]),
  },
  {
    what: 'an update that marks the contact subscribed',
    perform: () => members.updateContact(kim, { unsubscribed: false }),
  },
  {
    what: 'removing the contact from the audience',
    automation: { required_tags: ['trial'] },
    perform: () => members.removeFromAudience(kim),
  },
  {
    what: 'deleting the audience',
    automation: { required_tags: ['trial'] },
    perform: () => automations.callOk('DELETE', `/v1/audiences/${members.audienceId}`),
  },
  {
    what: 'deleting the contact when no tag is required',
    automation: { exit_tags: ['customer'] },
    perform: () => members.deleteContact(kim),
  },
  {
    what: 'adding a tag that no rule names',
    automation: { exit_tags: ['customer'], required_tags: ['trial'] },
    perform: () => members.changeTags(kim, { add: ['vip'] }),
  },
  {
    what: 'removing a tag that is not required',
    automation: { exit_tags: ['customer'] },
    perform: () => members.changeTags(kim, { remove: ['trial'] }),
  },
  {
    what: 'adding and removing an exit tag in one request',
    automation: { exit_tags: ['customer'] },
    perform: () => members.changeTags(kim, { add: ['customer'], remove: ['customer'] }),
  },
  {
    what: 'adding a required tag that the contact already has',
    automation: { required_tags: ['trial'] },
    perform: () => members.changeTags(kim, { add: ['trial'] }),
  },
];

describe('an event that does not end the enrollment or stop the next step:', () => {
  test.each(harmlessCauses)('$what', async ({ automation, perform }) => {
    const id = await enrollKim(automation);

    await perform();
    await service.settle();
    const meanwhile = await automations.getEnrollment(id, kim);
    await automations.advanceAndSettle(pastSecondStepMs);

    expect(meanwhile).toMatchObject(stillActive);
    expect(await automations.listMailed()).toEqual([`One to ${kim}`, `Two to ${kim}`]);
    expect(await automations.getEnrollment(id, kim)).toMatchObject({
      status: 'completed',
      cancel_reason: null,
    });
  });
});

describe('with several automations', () => {
  // AT-40
  test('an unsubscribe ends every active enrollment of the address, and no enrollment of another address', async () => {
    const ids = await enrollKimInEach(
      {},
      { exit_on_reply: false },
      { trigger: { kind: 'event', event_name: 'x' } },
    );
    await automations.enroll(ids[0] ?? '', 'lee@example.com');

    await automations.workspace.unsubscribe(kim);

    expect(await cancelReasons(ids)).toEqual(['unsubscribed', 'unsubscribed', 'unsubscribed']);
    expect(await automations.getEnrollment(ids[0] ?? '', 'lee@example.com')).toMatchObject(stillActive);
    expect(await automations.getCounts(ids[0] ?? '')).toMatchObject({ active: 1, canceled: 1 });
  });

  test('an unsubscribe in one workspace ends no enrollment in another workspace', async () => {
    const [id = ''] = await enrollKimInEach({});
    const otherWorkspace = await Automations.create(service);

    await otherWorkspace.workspace.unsubscribe(kim);

    expect(await automations.getEnrollment(id, kim)).toMatchObject(stillActive);
  });

  // AT-43
  test('opting out of a topic ends the enrollments of automations under that topic', async () => {
    await automations.workspace.createTopic('offers');
    await automations.workspace.createTopic('tips');
    const ids = await enrollKimInEach({}, { topic_key: 'offers' }, { topic_key: 'tips' });

    await setTopicPreferences({ offers: false });

    expect(await cancelReasons(ids)).toEqual([null, 'unsubscribed_from_topic', null]);
  });

  // AT-44
  test('a tag change ends the enrollments of automations whose tag rule matches', async () => {
    await members.addContacts({ email: kim, tags: ['trial', 'beta'] });
    const ids = await enrollKimInEach(
      {},
      { exit_tags: ['customer'] },
      { exit_tags: ['vip'] },
      { required_tags: ['trial'] },
      { required_tags: ['beta'] },
    );

    await members.changeTags(kim, { add: ['customer'], remove: ['trial'] });

    expect(await cancelReasons(ids)).toEqual([null, 'exit_tag', null, 'required_tag_missing', null]);
  });

  // AT-41
  test('a reply ends the enrollments of automations with exit_on_reply', async () => {
    const ids = await enrollKimInEach({}, { exit_on_reply: false });

    await receiveInboundMail(automations.workspace, { from: kim });

    expect(await cancelReasons(ids)).toEqual(['replied', null]);
  });
});

test.each(['paused', 'draft'])(
  'an exit event also ends the enrollments of a %s automation',
  async (status) => {
    await members.addContacts({ email: kim });
    await automations.workspace.createTopic('offers');
    const ids = await enrollKimInEach({ exit_tags: ['customer'] }, withTopic, {}, { exit_on_reply: false });
    for (const id of ids) await automations.setStatus(id, status);

    await members.changeTags(kim, { add: ['customer'] });
    await setTopicPreferences({ offers: false });
    await receiveInboundMail(automations.workspace, { from: kim });
    await automations.workspace.unsubscribe(kim);

    expect(await cancelReasons(ids)).toEqual([
      'exit_tag',
      'unsubscribed_from_topic',
      'replied',
      'unsubscribed',
    ]);
    for (const id of ids) await automations.setStatus(id, 'active');
    await automations.advanceAndSettle(pastSecondStepMs);
    expect(await automations.listMailed()).toEqual(ids.map(() => `One to ${kim}`));
  },
);

test('an ended enrollment keeps its cancel reason when further exit events occur', async () => {
  const id = await enrollKim({ exit_tags: ['customer'] });
  await members.changeTags(kim, { add: ['customer'] });
  const ended = await automations.getEnrollment(id, kim);

  await members.updateContact(kim, { unsubscribed: true });
  await receiveInboundMail(automations.workspace, { from: kim });

  expect(await automations.getEnrollment(id, kim)).toEqual(ended);
  expect(await automations.getCounts(id)).toEqual({ active: 0, completed: 0, canceled: 1, failed: 0 });
});

test('a completed enrollment remains completed when the contact unsubscribes', async () => {
  const id = await automations.createActive();
  await automations.enroll(id, kim);
  await automations.advanceAndSettle(minuteMs);

  await automations.workspace.unsubscribe(kim);

  expect(await automations.getEnrollment(id, kim)).toMatchObject({
    status: 'completed',
    cancel_reason: null,
  });
});

test('canceled_at is the time of the cancellation, and next_due_at is not cleared', async () => {
  const id = await enrollKim();
  const before = await automations.getEnrollment(id, kim);
  await automations.advanceAndSettle(10 * minuteMs);
  const now = await service.now();

  await automations.workspace.unsubscribe(kim);

  const after = await automations.getEnrollment(id, kim);
  expect(after).toEqual({
    ...before,
    status: 'canceled',
    cancel_reason: 'unsubscribed',
    canceled_at: aTimestamp,
  });
  expect(Date.parse(after.canceled_at) - Date.parse(now)).toBeLessThan(minuteMs);
  expect(after.canceled_at >= now).toBe(true);
});

describe('reversing the exit event does not restart the enrollment:', () => {
  const reversals: (Exit & { undo: () => Promise<unknown> })[] = [
    {
      what: 'resubscribing',
      perform: () => members.updateContact(kim, { unsubscribed: true }),
      undo: () => members.updateContact(kim, { unsubscribed: false }),
      reason: 'unsubscribed',
    },
    {
      what: 'lifting the suppression',
      perform: () => suppress({ reason: 'unsubscribe' }),
      undo: () => automations.callOk('DELETE', `/v1/suppressions/${kim}`),
      reason: 'unsubscribed',
    },
    {
      what: 'opting in to the topic again',
      automation: withTopic,
      perform: () => setTopicPreferences({ offers: false }),
      undo: () => setTopicPreferences({ offers: true }),
      reason: 'unsubscribed_from_topic',
    },
    {
      what: 'importing an opt-in to the topic',
      automation: withTopic,
      perform: () => importTopicPreferences([kim], false),
      undo: () => importTopicPreferences([kim], true),
      reason: 'unsubscribed_from_topic',
    },
    {
      what: 'removing the exit tag',
      automation: { exit_tags: ['customer'] },
      perform: () => members.changeTags(kim, { add: ['customer'] }),
      undo: () => members.changeTags(kim, { remove: ['customer'] }),
      reason: 'exit_tag',
    },
  ];

  test.each(reversals)('$what', async ({ automation, perform, undo, reason }) => {
    const id = await enrollKim(automation);
    await perform();

    await undo();

    await expectNoFurtherMail();
    await expectEnded(id, reason);
  });
});

test('enrolling a contact again leaves the canceled enrollment unchanged', async () => {
  const id = await enrollKim();
  await members.updateContact(kim, { unsubscribed: true });
  await members.updateContact(kim, { unsubscribed: false });

  await automations.enroll(id, kim);
  await automations.advanceAndSettle(2 * pastSecondStepMs);

  const [reenrolled, first] = await automations.listEnrollments(id);
  expect(reenrolled).toMatchObject({ status: 'completed', cancel_reason: null });
  expect(first).toMatchObject(canceled('unsubscribed'));
  expect(await automations.getCounts(id)).toEqual({ active: 0, completed: 1, canceled: 1, failed: 0 });
  expect(await automations.listMailed()).toEqual(
    ['One', 'One', 'Two'].map((subject) => `${subject} to ${kim}`),
  );
});

describe('a deleted topic', () => {
  /**
   * Deletes the topic while the automation is a draft, because an active or paused automation would block the
   * deletion.
   */
  async function enrollThenDeleteTopic(): Promise<string> {
    const id = await enrollKim(withTopic);
    await automations.setStatus(id, 'draft');
    await automations.callOk('DELETE', '/v1/topics/offers');
    await automations.setStatus(id, 'active');
    return id;
  }

  test('fails the enrollment at the next step instead of immediately', async () => {
    const id = await enrollThenDeleteTopic();
    const meanwhile = await automations.getEnrollment(id, kim);

    await expectNoFurtherMail();

    expect(meanwhile).toMatchObject(stillActive);
    expect(await automations.getEnrollment(id, kim)).toMatchObject({
      status: 'failed',
      cancel_reason: null,
      canceled_at: null,
      last_error: expect.stringContaining('offers'),
    });
    expect(await automations.getCounts(id)).toEqual({ active: 0, completed: 0, canceled: 0, failed: 1 });
  });

  test('refuses new enrollments with 409 topic_missing', async () => {
    const id = await enrollThenDeleteTopic();

    expect(await automations.tryToEnroll(id, 'lee@example.com')).toMatchObject({
      status: 409,
      body: { enrolled: false, reason: 'topic_missing', error: { type: 'invalid_state' } },
    });
  });
});

/** Sends a message to the automation's sender address. */
const receiveMessage = (parts: Fields = {}, envelope: Fields = {}) =>
  receiveInboundMail(
    automations.workspace,
    { from: `Kim <${kim}>`, to: automations.workspace.newsFrom, ...parts },
    { recipients: automations.workspace.newsFrom, mailFrom: kim, ...envelope },
  );

const bounceReport = [
  'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
  'MIME-Version: 1.0',
];

describe('a message from the enrolled contact', () => {
  test.each([
    ['that replies to a step', () => ({ inReplyTo: '<step@example.com>', subject: 'Re: One' }), {}],
    ['that starts a new conversation', () => ({ subject: 'A question' }), {}],
    ['from the address in a different case', () => ({ from: '"Kim" <KIM@Example.COM>' }), {}],
    [
      'with `Precedence: bulk` but without signs of automation',
      () => ({ headers: ['Precedence: bulk'] }),
      {},
    ],
    ['with a return path on another domain', () => ({}), { mailFrom: 'bounces@mailer.example' }],
  ])('%s ends the enrollment immediately', async (_what, parts, envelope) => {
    const id = await enrollKim();

    await receiveMessage(parts(), envelope);

    await expectEnded(id, 'replied');
    await expectNoFurtherMail();
  });

  test('to another address of the workspace ends the enrollment immediately', async () => {
    const id = await enrollKim({ reply_to: automations.workspace.from });

    await receiveInboundMail(automations.workspace, { from: kim });

    await expectEnded(id, 'replied');
  });

  test('by SMTP ends the enrollment immediately', async () => {
    const id = await enrollKim();
    const smtp = createTransport({
      ...service.metadata.smtp,
      name: 'mx.example.com',
      tls: { rejectUnauthorized: false },
    });

    await smtp.sendMail({
      from: kim,
      to: automations.workspace.newsFrom,
      subject: 'Re: One',
      text: 'Please stop',
    });
    smtp.close();
    await service.settle();

    await expectEnded(id, 'replied');
  });

  test('does not end the enrollment when exit_on_reply is false', async () => {
    const id = await enrollKim({ exit_on_reply: false });

    await receiveMessage();
    await automations.advanceAndSettle(pastSecondStepMs);

    expect(await automations.getEnrollment(id, kim)).toMatchObject({ status: 'completed' });
  });

  test('is evaluated against the current exit_on_reply', async () => {
    const [keptId = '', endedId = ''] = await enrollKimInEach({}, { exit_on_reply: false });
    await automations.updateAutomation(keptId, { exit_on_reply: false });
    await automations.updateAutomation(endedId, { exit_on_reply: true });

    await receiveMessage();

    expect(await cancelReasons([keptId, endedId])).toEqual([null, 'replied']);
  });

  test('to another workspace does not end an enrollment in this workspace', async () => {
    const id = await enrollKim();
    const otherWorkspace = await Automations.create(service);

    await receiveInboundMail(otherWorkspace.workspace, { from: kim });

    expect(await automations.getEnrollment(id, kim)).toMatchObject(stillActive);
  });

  test('that arrived before the enrollment does not end the enrollment', async () => {
    await receiveMessage();
    const id = await enrollKim();
    await service.settle();

    expect(await automations.getEnrollment(id, kim)).toMatchObject(stillActive);
  });

  test('that arrived before the enrollment but is processed later does not end the enrollment', async () => {
    await injectFault(service, 's3 GetObject', { error: 'InternalError', function: 'receiveMail' });
    await injectInboundMail(automations.workspace, { from: kim, subject: 'Early' });
    await service.settle();
    await service.advance(1_000);
    const id = await enrollKim({ steps: [step('One'), step('Two', { delay_minutes: 1440 })] });
    await service.control('DELETE', '/faults');

    await automations.advanceAndSettle(30 * minuteMs);

    const { body } = await automations.api('GET', '/v1/threads');
    expect(body.data).toMatchObject([{ subject: 'Early' }]);
    expect(await automations.getEnrollment(id, kim)).toMatchObject(stillActive);
  });
});

describe('a message that is automated or from another address does not end the enrollment:', () => {
  test.each<[string, Fields, Fields]>([
    ['an out-of-office reply', { headers: ['Auto-Submitted: auto-replied'] }, {}],
    [
      'an automatic reply without an Auto-Submitted header',
      { headers: ['X-Auto-Response-Suppress: All', 'Precedence: auto_reply'] },
      {},
    ],
    ['a bounce report', { headers: bounceReport, subject: 'Undelivered' }, { mailFrom: '' }],
    ['a delivery report from the contact’s address', { headers: bounceReport }, {}],
    ['a message with the null return path', {}, { mailFrom: '' }],
    ['a message from another address', { from: 'lee@example.com' }, { mailFrom: 'lee@example.com' }],
    [
      'a message from a similar address',
      { from: 'kim@sub.example.com' },
      { mailFrom: 'kim@sub.example.com' },
    ],
  ])('%s', async (_what, parts, envelope) => {
    const id = await enrollKim();

    await receiveMessage(parts, envelope);
    await automations.advanceAndSettle(pastSecondStepMs);

    expect(await automations.getEnrollment(id, kim)).toMatchObject({
      status: 'completed',
      cancel_reason: null,
    });
  });

  // AT-41
  test.each(['mailer-daemon', 'postmaster', 'MAILER-DAEMON'])('a message from a %s address', async (name) => {
    const address = `${name}@example.com`;
    const id = await automations.createActive({ steps: twoSteps });
    await automations.enroll(id, address);

    await receiveMessage({ from: address }, { mailFrom: address });
    const enrolled: ApiBody = await automations.getEnrollment(id, address.toLowerCase());

    expect(enrolled).toMatchObject(stillActive);
  });

  // AT-41
  test('the out-of-office reply of an SES simulator address', async () => {
    const address = 'ooto@simulator.amazonses.com';
    const id = await automations.createActive({ steps: twoSteps });
    await automations.enroll(id, address);

    await automations.advanceAndSettle(pastSecondStepMs);

    const { body } = await automations.api('GET', '/v1/threads');
    expect(body.data.length).toBeGreaterThan(0);
    expect(await automations.getEnrollment(id, address)).toMatchObject({ status: 'completed' });
  });
});
