import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { headerLines } from '../../support/api-helpers';
import { keys } from '../../../shared/db/keys';
import { aTimestamp } from '../../support/matchers';
import { readClockMs } from '../../support/scheduled-sends';
import { ServiceTable } from '../../support/table';
import { useService } from '../../support/use-service';
import { Members } from '../../support/automations/members';
import { dayMs, minuteMs, Automations, step, type ApiBody } from '../../support/automations/automations';

type Fields = Record<string, unknown>;

const service = useService({ timeTravels: true });
let automations: Automations;

beforeEach(async () => {
  automations = await Automations.create(service);
});

const kim = 'kim@example.com';
const hourMs = 60 * minuteMs;

/** Creates an automation, sends Kim its first step and returns the automation's id. */
async function sendFirstStepToKim(fields: Fields = {}, enrollmentFields: Fields = {}): Promise<string> {
  const id = await automations.createActive(fields);
  await automations.enroll(id, kim, enrollmentFields);
  await automations.advanceAndSettle(minuteMs);
  return id;
}

const findEmailBySubject = async (subject: string): Promise<ApiBody> =>
  (await automations.workspace.listEmails()).find((email) => email.subject === subject);

// AT-30
test('steps are sent in order, each after its own delay', async () => {
  const id = await automations.createActive({
    steps: [step('One'), step('Two', { delay_minutes: 60 }), step('Three', { delay_minutes: 1440 })],
  });

  await automations.enroll(id, kim);
  await automations.advanceAndSettle(minuteMs);
  expect(await automations.listMailed()).toEqual([`One to ${kim}`]);
  await automations.advanceAndSettle(60 * minuteMs);
  expect(await automations.listMailed()).toEqual([`One to ${kim}`, `Two to ${kim}`]);
  expect(await automations.getCounts(id)).toEqual({ active: 1, completed: 0, canceled: 0, failed: 0 });
  await automations.advanceAndSettle(dayMs);

  expect(await automations.listMailed()).toEqual([`One to ${kim}`, `Two to ${kim}`, `Three to ${kim}`]);
  expect(await automations.getEnrollment(id, kim)).toMatchObject({ status: 'completed', current_step: 3 });
  expect(await automations.getCounts(id)).toEqual({ active: 0, completed: 1, canceled: 0, failed: 0 });
});

describe('a sent step', () => {
  test('has the automation’s sender in From and the automation’s reply_to in Reply-To', async () => {
    const from = `Kim’s Shop <${automations.workspace.newsFrom}>`;
    await sendFirstStepToKim({ from, reply_to: `Desk <${automations.workspace.from}>` });

    const { parsed } = await automations.getOnlyMailTo(kim);

    expect(parsed.from?.value).toEqual([{ name: 'Kim’s Shop', address: automations.workspace.newsFrom }]);
    expect(parsed.replyTo?.value).toEqual([{ name: 'Desk', address: automations.workspace.from }]);
  });

  test('has no Reply-To header when the automation has no reply_to', async () => {
    await sendFirstStepToKim();

    expect((await automations.getOnlyMailTo(kim)).parsed.replyTo).toBeUndefined();
  });

  test('is sent to the enrolled address, trimmed and in lower case', async () => {
    const id = await automations.createActive();
    await automations.enroll(id, ' Kim@Example.com ');
    await automations.advanceAndSettle(minuteMs);

    expect((await automations.getOnlyMailTo(kim)).parsed.to).toMatchObject({ text: kim });
  });

  // AT-32
  test('contains variables unescaped in the subject and escaped in the body', async () => {
    const variables = { 'user.name': `Tom & "Jerry's" <b>` };
    const steps = [step('Hi {{user.name}}', { html: '<p>Hi {{ user.name }}!</p>' })];
    await sendFirstStepToKim({ steps }, { variables });

    const { parsed } = await automations.getOnlyMailTo(kim);

    expect(parsed.subject).toBe(`Hi Tom & "Jerry's" <b>`);
    expect(parsed.html).toContain('<p>Hi Tom &amp; &quot;Jerry&#39;s&quot; &lt;b&gt;!</p>');
    expect(parsed.text).toContain(`Hi Tom & "Jerry's" <b>!`);
  });

  test('does not change a variable value that looks like a placeholder', async () => {
    await sendFirstStepToKim(
      { steps: [step('Hi {{name}}')] },
      { variables: { name: '{{secret}}', secret: 'x' } },
    );

    expect((await automations.getOnlyMailTo(kim)).parsed.subject).toBe('Hi {{secret}}');
  });

  // AT-32
  test('uses the enrollment’s variables instead of the defaults', async () => {
    const defaults = { default_variables: { name: 'friend', plan: 'free' } };
    await sendFirstStepToKim(
      { steps: [step('{{name}}, {{plan}}')], ...defaults },
      { variables: { plan: 'pro' } },
    );

    expect(await automations.listMailed()).toEqual([`friend, pro to ${kim}`]);
  });

  // AT-16
  test('uses the defaults that are current when the step is sent', async () => {
    const id = await sendFirstStepToKim({
      steps: [step('{{name}}'), step('{{name}} again', { delay_minutes: 60 })],
      default_variables: { name: 'old' },
    });

    await automations.updateAutomation(id, { default_variables: { name: 'new' } });
    await automations.advanceAndSettle(2 * hourMs);

    expect(await automations.listMailed()).toEqual([`old to ${kim}`, `new again to ${kim}`]);
    expect(await automations.getEnrollment(id, kim)).toMatchObject({ variables: {} });
  });

  // AT-16
  test('uses a changed reply_to if the change precedes the step', async () => {
    const id = await automations.createActive({
      steps: [step('One', { delay_minutes: 60 })],
      reply_to: 'a@example.com',
    });
    await automations.enroll(id, kim);

    await automations.updateAutomation(id, { reply_to: 'b@example.com' });
    await automations.advanceAndSettle(2 * hourMs);

    expect((await automations.getOnlyMailTo(kim)).parsed.replyTo?.value).toMatchObject([
      { address: 'b@example.com' },
    ]);
  });

  // C-3
  test('does not require a contact, and sets last_sent_at of an existing contact', async () => {
    const members = await Members.create(automations);
    await members.addContacts({ email: 'lee@example.com' });
    const id = await automations.createActive();
    await automations.enroll(id, kim);
    await automations.enroll(id, 'lee@example.com');

    await automations.advanceAndSettle(minuteMs);

    expect((await automations.listMailed()).sort()).toEqual([`Hello to ${kim}`, 'Hello to lee@example.com']);
    const { body } = await automations.api('GET', '/v1/contacts');
    expect(body.data).toMatchObject([{ email: 'lee@example.com', last_sent_at: aTimestamp }]);
  });
});

describe('a step with a template', () => {
  const welcome = { subject: 'Its own subject', html: '<p>From the template</p>' };
  const steps = [step('Step subject', { html: '<p>Of the step</p>', template_slug: 'welcome' })];

  // AT-31
  test('sends the template’s HTML and the step’s own subject', async () => {
    await automations.workspace.createTemplate('welcome', { ...welcome, text: 'The text of the template' });
    await sendFirstStepToKim({ steps });

    const { parsed, raw } = await automations.getOnlyMailTo(kim);

    expect(parsed.subject).toBe('Step subject');
    expect(parsed.html).toContain('<p>From the template</p>');
    expect(raw).not.toContain('Of the step');
    expect(parsed.text).toContain('From the template');
    expect(raw).not.toContain('The text of the template');
  });

  // AT-31, TP-9
  test('sends the current version of an edited template', async () => {
    await automations.workspace.createTemplate('welcome', welcome);
    const id = await automations.createActive({
      steps: [{ ...steps[0], html: undefined, delay_minutes: 60 }],
    });
    await automations.enroll(id, kim);

    await automations.workspace.createTemplate('welcome', { ...welcome, html: '<p>Edited</p>' });
    await automations.advanceAndSettle(2 * hourMs);

    expect((await automations.getOnlyMailTo(kim)).parsed.html).toContain('<p>Edited</p>');
  });

  test('fails when a placeholder in the template’s text has no value, although only the HTML is sent', async () => {
    await automations.workspace.createTemplate('welcome', { ...welcome, text: 'Dear {{name}}' });
    const id = await sendFirstStepToKim({ steps });

    expect(await automations.listMailed()).toEqual([]);
    expect(await automations.getEnrollment(id, kim)).toMatchObject({
      status: 'failed',
      last_error: expect.stringContaining('name'),
    });
  });

  test('requires no values for placeholders in the step’s unused HTML', async () => {
    await automations.workspace.createTemplate('welcome', welcome);
    await sendFirstStepToKim({ steps: [{ ...steps[0], html: '<p>{{unknown}}</p>' }] });

    expect(await automations.listMailed()).toEqual([`Step subject to ${kim}`]);
  });
});

describe('every step is a marketing email', () => {
  test('with the postal address, an unsubscribe link and the one-click header', async () => {
    await sendFirstStepToKim();

    const { parsed, raw } = await automations.getOnlyMailTo(kim);
    const lines = headerLines(Buffer.from(raw));

    expect(parsed.html).toContain('1 Main Street, Springfield');
    expect(parsed.html).toMatch(/<a [^>]*href="[^"]+\/unsubscribe\/[^"]+">Unsubscribe<\/a>/);
    expect(parsed.text).toContain('1 Main Street, Springfield');
    expect(lines).toContainEqual(expect.stringMatching(/^List-Unsubscribe: <https?:.*\/unsubscribe\/.+>$/));
    expect(lines).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  });

  // AT-33
  test('with a footer that names its topic', async () => {
    await automations.workspace.createTopic('offers', { name: 'Offers' });
    await sendFirstStepToKim({ topic_key: 'offers' });

    const { parsed } = await automations.getOnlyMailTo(kim);

    expect(parsed.html).toContain('Unsubscribe from Offers');
  });

  // AT-33
  test('tagged with the automation’s slug', async () => {
    await sendFirstStepToKim({ slug: 'welcome-series' });

    expect((await automations.getOnlyMailTo(kim)).mail['tags']).toMatchObject({
      automation: 'welcome-series',
    });
  });

  // E-61
  test('that is in the email log but in no thread', async () => {
    await sendFirstStepToKim({ from: `Shop <${automations.workspace.newsFrom}>` });

    const [logEntry, ...others] = await automations.workspace.listEmails();
    const { events, ...email } = await automations.workspace.getEmail(logEntry.id);

    expect(others).toEqual([]);
    expect(email).toEqual({
      id: logEntry.id,
      from: `Shop <${automations.workspace.newsFrom}>`,
      to: [kim],
      subject: 'Hello',
      status: 'delivered',
      risk_class: 'marketing',
      provider_message_id: (await automations.getOnlyMailTo(kim)).mail['provider_message_id'],
      scheduled_at: null,
      sent_at: aTimestamp,
      opened_at: null,
      clicked_at: null,
      created_at: aTimestamp,
    });
    expect(events.map(({ type }: ApiBody) => type)).toEqual(['send', 'delivery']);
    expect((await automations.api('GET', '/v1/threads')).body.data).toEqual([]);
  });

  // AT-38
  test('that counts as one used email', async () => {
    await sendFirstStepToKim({ steps: [step('One'), step('Two', { delay_minutes: 60 })] });
    const afterOne = await automations.workspace.getEmailsUsed();

    await automations.advanceAndSettle(2 * hourMs);

    expect([afterOne, await automations.workspace.getEmailsUsed()]).toEqual([1, 2]);
  });

  // AT-38
  test('that counts against the warm-up allowance of its domain', async () => {
    automations = await Automations.create(service, { warmup: true });
    const news = { risk_class: 'marketing' };
    await automations.workspace.sendAll(
      Array.from({ length: 199 }, (_, enrolledAt) => ({ to: `person-${enrolledAt}@example.com`, ...news })),
      25,
    );
    await sendFirstStepToKim();

    const next = await automations.workspace.send(news);

    expect(await automations.mailsTo(kim)).toHaveLength(1);
    expect(next).toMatchObject({ status: 422, body: { error: { type: 'warmup_limit' } } });
  });

  // AT-38
  test('that does not count against the daily limit of the key that enrolled the contact', async () => {
    const key = await automations.workspace.createGuardedKey({ daily_send_limit: 1 });
    const id = await automations.createActive({ steps: [step('One'), step('Two')] });
    await automations.tryToEnroll(id, kim, {}, key);

    await automations.advanceAndSettle(2 * minuteMs);

    expect(await automations.mailsTo(kim)).toHaveLength(2);
    expect((await automations.workspace.send({}, key)).status).toBe(202);
  });
});

describe('the delay', () => {
  test('of 0 minutes sends immediately', async () => {
    const id = await automations.createActive();

    const { enrolled_at, next_due_at } = await automations.enroll(id, kim);
    await automations.advanceAndSettle(minuteMs);

    expect(next_due_at).toBe(enrolled_at);
    expect(await automations.mailsTo(kim)).toHaveLength(1);
  });

  test.each([1, 90, 1440])(
    'of %i minutes before the first step is followed by a send within a minute',
    async (delay) => {
      const id = await automations.createActive({ steps: [step('One', { delay_minutes: delay })] });
      const { enrolled_at, next_due_at } = await automations.enroll(id, kim);

      await automations.advanceAndSettle(2 * delay * minuteMs);

      const dueAt = Date.parse(enrolled_at) + delay * minuteMs;
      const [mail] = await automations.mailsTo(kim);
      expect(Date.parse(next_due_at)).toBe(dueAt);
      expect(Date.parse(mail?.at ?? '') - dueAt).toBeGreaterThanOrEqual(0);
      expect(Date.parse(mail?.at ?? '') - dueAt).toBeLessThan(minuteMs);
    },
  );

  test('of 525600 minutes waits a year', async () => {
    const id = await automations.createActive({ steps: [step('One', { delay_minutes: 525_600 })] });
    const { enrolled_at, next_due_at } = await automations.enroll(id, kim);

    await automations.advanceAndSettle(364 * dayMs);
    const before = await automations.listMailed();
    await automations.advanceAndSettle(dayMs + minuteMs);

    expect(Date.parse(next_due_at) - Date.parse(enrolled_at)).toBe(365 * dayMs);
    expect(before).toEqual([]);
    expect(await automations.listMailed()).toEqual([`One to ${kim}`]);
  });

  // AT-30
  test('of the next step starts when the previous step is sent, even if the previous step is late', async () => {
    const id = await automations.createActive({
      steps: [step('One', { delay_minutes: 10 }), step('Two', { delay_minutes: 60 })],
    });
    await automations.enroll(id, kim);
    await automations.setStatus(id, 'paused');
    await automations.advanceAndSettle(5 * hourMs);
    await automations.setStatus(id, 'active');
    await automations.advanceAndSettle(minuteMs);

    const { sent_at } = await findEmailBySubject('One');
    const enrollment = await automations.getEnrollment(id, kim);

    expect(Date.parse(enrollment.next_due_at) - Date.parse(sent_at)).toBeGreaterThanOrEqual(hourMs);
    expect(Date.parse(enrollment.next_due_at) - Date.parse(sent_at)).toBeLessThan(hourMs + 5_000);
    await automations.advanceAndSettle(hourMs);
    const { sent_at: second } = await findEmailBySubject('Two');
    expect(Date.parse(second) - Date.parse(enrollment.next_due_at)).toBeGreaterThanOrEqual(0);
  });
});

describe('an enrollment', () => {
  // AT-34
  test('shows its current step at all times', async () => {
    const id = await automations.createActive({ steps: [step('One'), step('Two', { delay_minutes: 60 })] });

    const enrolled = await automations.enroll(id, 'Kim@Example.com', { variables: { name: 'Kim' } });
    await automations.advanceAndSettle(minuteMs);
    const afterFirstStep = await automations.getEnrollment(id, kim);
    await automations.advanceAndSettle(hourMs);
    const completed = await automations.getEnrollment(id, kim);

    const enrolledAt = enrolled.enrolled_at;
    expect(enrolled).toEqual({
      id: expect.any(String),
      automation_id: id,
      email: kim,
      current_step: 0,
      status: 'active',
      next_due_at: enrolledAt,
      variables: { name: 'Kim' },
      enrolled_at: enrolledAt,
      completed_at: null,
      canceled_at: null,
      cancel_reason: null,
      last_error: null,
      attempts: 0,
    });
    expect(afterFirstStep).toEqual({ ...enrolled, current_step: 1, next_due_at: aTimestamp });
    expect(completed).toEqual({
      ...afterFirstStep,
      current_step: 2,
      status: 'completed',
      completed_at: aTimestamp,
      next_due_at: aTimestamp,
      attempts: 1,
    });
    const { sent_at } = await findEmailBySubject('Two');
    expect(Math.abs(Date.parse(completed.completed_at) - Date.parse(sent_at))).toBeLessThan(5_000);
  });

  test('that has ended allows another enrollment of the same address, and the list has both, newest first', async () => {
    const id = await sendFirstStepToKim();

    const reenrolled = await automations.enroll(id, kim);
    await automations.advanceAndSettle(minuteMs);

    const [newest, first, ...others] = await automations.listEnrollments(id);
    expect(others).toEqual([]);
    expect(newest).toMatchObject({ id: reenrolled.id, status: 'completed' });
    expect(first).toMatchObject({ status: 'completed' });
    expect(await automations.listMailed()).toEqual([`Hello to ${kim}`, `Hello to ${kim}`]);
  });
});

describe('the exit rules are checked again before the next step', () => {
  /** Sends the first step to Kim, who has the tag `trial`. */
  async function enrollKimWithTrialTag(fields: Fields = {}): Promise<string> {
    const members = await Members.create(automations);
    await members.addContacts({ email: kim, tags: ['trial'] });
    return sendFirstStepToKim({ steps: [step('One'), step('Two', { delay_minutes: 60 })], ...fields });
  }

  // AT-16
  test.each([
    ['the new topic', { topic_key: 'offers' }, 'unsubscribed_from_topic'],
    ['a new topic that requires an opt-in', { topic_key: 'tips' }, 'unsubscribed_from_topic'],
    ['the new exit tags', { exit_tags: ['trial'] }, 'exit_tag'],
    ['the new required tags', { required_tags: ['customer'] }, 'required_tag_missing'],
  ])('with %s', async (_change, rules, reason) => {
    await automations.workspace.createTopic('offers');
    await automations.workspace.createTopic('tips', { default_subscribed: false });
    await automations.workspace.setTopicPreference(kim, 'offers', false);
    const id = await enrollKimWithTrialTag();

    await automations.updateAutomation(id, rules);
    const meanwhile = await automations.getEnrollment(id, kim);
    await automations.advanceAndSettle(2 * hourMs);

    expect(meanwhile).toMatchObject({ status: 'active', cancel_reason: null });
    expect(await automations.getEnrollment(id, kim)).toMatchObject({
      status: 'canceled',
      cancel_reason: reason,
    });
    expect(await automations.listMailed()).toEqual([`One to ${kim}`]);
  });

  test.each([
    ['the cleared topic', { topic_key: 'offers' }, { topic_key: null }],
    ['the cleared exit tags', { exit_tags: ['customer'] }, { exit_tags: [] }],
    ['the cleared required tags', { required_tags: ['trial'] }, { required_tags: [] }],
  ])('with %s, and the enrollment continues', async (_change, before, after) => {
    await automations.workspace.createTopic('offers');
    const id = await enrollKimWithTrialTag(before);
    await automations.setStatus(id, 'paused');

    await automations.updateAutomation(id, after);
    const members = await Members.create(automations);
    await members.changeTags(kim, { add: ['customer'], remove: ['trial'] });
    await automations.workspace.setTopicPreference(kim, 'offers', false);
    await automations.setStatus(id, 'active');
    await automations.advanceAndSettle(2 * hourMs);

    expect(await automations.listMailed()).toEqual([`One to ${kim}`, `Two to ${kim}`]);
  });

  test('the next step is sent under the new topic', async () => {
    await automations.workspace.createTopic('offers', { name: 'Offers' });
    const id = await automations.createActive({ steps: [step('One', { delay_minutes: 60 })] });
    await automations.enroll(id, kim);

    await automations.updateAutomation(id, { topic_key: 'offers' });
    await automations.advanceAndSettle(2 * hourMs);

    expect((await automations.getOnlyMailTo(kim)).parsed.html).toContain('Unsubscribe from Offers');
  });
});

/** Lists the recipients of the automation's steps in the order in which the steps were enqueued. */
function queuedStepRecipients(automationId: string): string[] {
  const lines = readFileSync(join(service.dataDir, 'sqs/sqs-messages.jsonl'), 'utf8').split('\n');
  return lines.flatMap((line) => {
    if (!line.includes(`\\"automationId\\":\\"${automationId}\\"`)) return [];
    const [, message] = JSON.parse(line) as [string, { body: string; visibleAt: number }?];
    return message ? [(JSON.parse(message.body) as { email: string }).email] : [];
  });
}

describe.each(['paused', 'draft'])('an automation that was set to %s', (status) => {
  // AT-18
  test('sends nothing, and its enrollments remain active at their step', async () => {
    const id = await sendFirstStepToKim({ steps: [step('One'), step('Two', { delay_minutes: 60 })] });
    const before = await automations.getEnrollment(id, kim);

    await automations.setStatus(id, status);
    await automations.advanceAndSettle(2 * dayMs);

    expect(await automations.listMailed()).toEqual([`One to ${kim}`]);
    expect(await automations.getEnrollment(id, kim)).toEqual(before);
    expect(Date.parse(before.next_due_at)).toBeLessThan(await readClockMs(service));
    expect(await automations.getCounts(id)).toEqual({ active: 1, completed: 0, canceled: 0, failed: 0 });
  });

  // AT-18
  test('sends overdue steps when it becomes active again, and other steps when they are due', async () => {
    const id = await automations.createActive({ steps: [step('One', { delay_minutes: 120 })] });
    await automations.enroll(id, kim);
    await automations.advanceAndSettle(90 * minuteMs);
    await automations.enroll(id, 'lee@example.com');
    await automations.setStatus(id, status);
    await automations.advanceAndSettle(hourMs);

    await automations.setStatus(id, 'active');
    await automations.advanceAndSettle(2 * minuteMs);
    const mailedImmediately = await automations.listMailed();
    await automations.advanceAndSettle(hourMs);

    expect(mailedImmediately).toEqual([`One to ${kim}`]);
    expect(await automations.listMailed()).toEqual([`One to ${kim}`, 'One to lee@example.com']);
  });

  test('sends overdue steps oldest first', async () => {
    const addresses = ['c', 'a', 'd', 'b'].map((name) => `${name}@example.com`);
    const id = await automations.createActive({ steps: [step('One', { delay_minutes: 10 })] });
    for (const email of addresses) {
      await automations.enroll(id, email);
      await automations.advanceAndSettle(2 * minuteMs);
    }
    await automations.setStatus(id, status);
    await automations.advanceAndSettle(hourMs);
    const queuedBefore = queuedStepRecipients(id).length;

    await automations.setStatus(id, 'active');
    await automations.advanceAndSettle(2 * minuteMs);

    const released = queuedStepRecipients(id).slice(queuedBefore);
    expect([...new Set(released)]).toEqual(addresses);
    expect((await automations.listMailed()).sort()).toEqual(
      addresses.toSorted().map((email) => `One to ${email}`),
    );
  });

  test('and reactivated twice sends no step twice', async () => {
    const id = await automations.createActive({ steps: [step('One', { delay_minutes: 10 })] });
    await automations.enroll(id, kim);
    await automations.setStatus(id, status);
    await automations.advanceAndSettle(hourMs);

    await automations.setStatus(id, 'active');
    await automations.setStatus(id, status);
    await automations.setStatus(id, 'active');
    await automations.advanceAndSettle(hourMs);

    expect(await automations.listMailed()).toEqual([`One to ${kim}`]);
    expect(await automations.getEnrollment(id, kim)).toMatchObject({ status: 'completed' });
  });
});

describe('deleting an automation', () => {
  // AT-19
  test('prevents all sends after the response', async () => {
    const steps = [step('One', { delay_minutes: 1 }), step('Two', { delay_minutes: 60 })];
    const id = await automations.createActive({ steps });
    await automations.enroll(id, kim);
    await automations.advanceAndSettle(2 * minuteMs);
    // A step that is due within a minute is already in a queue.
    await automations.enroll(id, 'lee@example.com');
    await service.settle();

    const deleted = await automations.callOk('DELETE', `/v1/automations/${id}`);
    await automations.advanceAndSettle(dayMs);

    expect(deleted).toEqual({ id, deleted: true, enrollments_canceled: 2 });
    expect(await automations.listMailed()).toEqual([`One to ${kim}`]);
    expect((await automations.workspace.listEmails()).map(({ subject }) => subject)).toEqual(['One']);
  });

  //
  test('deletes its enrollments, including all enrollments of contacts who were enrolled many times', async () => {
    const id = await automations.createActive();
    // More enrollments than there are shards.
    for (let count = 0; count < 10; count += 1) {
      await automations.enroll(id, kim);
      await automations.advanceAndSettle(minuteMs);
    }

    await automations.callOk('DELETE', `/v1/automations/${id}`);
    await automations.advanceAndSettle(hourMs);

    const table = await ServiceTable.open(service);
    const { workspaceId } = automations.workspace;
    expect(await table.get(keys.enrollment(workspaceId, kim, id))).toBeUndefined();
    expect(await table.get(keys.deletedAutomation(workspaceId, id))).toBeUndefined();
    table.close();
  });
});
