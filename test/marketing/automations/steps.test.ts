import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { headerLines } from '../../support/arrange';
import { keys } from '../../../shared/db/keys';
import { aTime } from '../../support/matchers';
import { clockMs } from '../../support/schedules';
import { ServiceTable } from '../../support/table';
import { theService } from '../../support/the-service';
import { Members } from '../../support/automations/members';
import { day, minute, Sequences, step, type Body } from '../../support/automations/sequences';

type Fields = Record<string, unknown>;

const service = theService({ travels: true });
let sequences: Sequences;

beforeEach(async () => {
  sequences = await Sequences.start(service);
});

const kim = 'kim@example.com';
const hour = 60 * minute;

/** The id of an automation that has sent Kim its first step. */
async function kimGot(fields: Fields = {}, enrolling: Fields = {}): Promise<string> {
  const id = await sequences.active(fields);
  await sequences.enrol(id, kim, enrolling);
  await sequences.pass(minute);
  return id;
}

const emailOf = async (subject: string): Promise<Body> =>
  (await sequences.actor.log()).find((email) => email.subject === subject);

test('steps leave one after the other, each so long after the one before', async () => {
  const id = await sequences.active({
    steps: [step('One'), step('Two', { delay_minutes: 60 }), step('Three', { delay_minutes: 1440 })],
  });

  await sequences.enrol(id, kim);
  await sequences.pass(minute);
  expect(await sequences.mailed()).toEqual([`One to ${kim}`]);
  await sequences.pass(60 * minute);
  expect(await sequences.mailed()).toEqual([`One to ${kim}`, `Two to ${kim}`]);
  expect(await sequences.counts(id)).toEqual({ active: 1, completed: 0, canceled: 0, failed: 0 });
  await sequences.pass(day);

  expect(await sequences.mailed()).toEqual([`One to ${kim}`, `Two to ${kim}`, `Three to ${kim}`]);
  expect(await sequences.enrolment(id, kim)).toMatchObject({ status: 'completed', current_step: 3 });
  expect(await sequences.counts(id)).toEqual({ active: 0, completed: 1, canceled: 0, failed: 0 });
});

describe('what leaves', () => {
  test('is from the automation’s sender, and answers go to its reply_to', async () => {
    const from = `Kim’s Shop <${sequences.actor.newsFrom}>`;
    await kimGot({ from, reply_to: `Desk <${sequences.actor.from}>` });

    const { parsed } = await sequences.mailTo(kim);

    expect(parsed.from?.value).toEqual([{ name: 'Kim’s Shop', address: sequences.actor.newsFrom }]);
    expect(parsed.replyTo?.value).toEqual([{ name: 'Desk', address: sequences.actor.from }]);
  });

  test('has no Reply-To where there is no reply_to', async () => {
    await kimGot();

    expect((await sequences.mailTo(kim)).parsed.replyTo).toBeUndefined();
  });

  test('goes to the address as it was enrolled, trimmed and in lower case', async () => {
    const id = await sequences.active();
    await sequences.enrol(id, ' Kim@Example.com ');
    await sequences.pass(minute);

    expect((await sequences.mailTo(kim)).parsed.to).toMatchObject({ text: kim });
  });

  test('has its values in the subject as given, and in the body escaped', async () => {
    const variables = { 'user.name': `Tom & "Jerry's" <b>` };
    const steps = [step('Hi {{user.name}}', { html: '<p>Hi {{ user.name }}!</p>' })];
    await kimGot({ steps }, { variables });

    const { parsed } = await sequences.mailTo(kim);

    expect(parsed.subject).toBe(`Hi Tom & "Jerry's" <b>`);
    expect(parsed.html).toContain('<p>Hi Tom &amp; &quot;Jerry&#39;s&quot; &lt;b&gt;!</p>');
    expect(parsed.text).toContain(`Hi Tom & "Jerry's" <b>!`);
  });

  test('has a value that looks like a placeholder as it is', async () => {
    await kimGot({ steps: [step('Hi {{name}}')] }, { variables: { name: '{{secret}}', secret: 'x' } });

    expect((await sequences.mailTo(kim)).parsed.subject).toBe('Hi {{secret}}');
  });

  test('takes the enrolment’s variables before the defaults', async () => {
    const defaults = { default_variables: { name: 'friend', plan: 'free' } };
    await kimGot({ steps: [step('{{name}}, {{plan}}')], ...defaults }, { variables: { plan: 'pro' } });

    expect(await sequences.mailed()).toEqual([`friend, pro to ${kim}`]);
  });

  test('takes the defaults as they are when it is sent', async () => {
    const id = await kimGot({
      steps: [step('{{name}}'), step('{{name}} again', { delay_minutes: 60 })],
      default_variables: { name: 'old' },
    });

    await sequences.change(id, { default_variables: { name: 'new' } });
    await sequences.pass(2 * hour);

    expect(await sequences.mailed()).toEqual([`old to ${kim}`, `new again to ${kim}`]);
    expect(await sequences.enrolment(id, kim)).toMatchObject({ variables: {} });
  });

  test('takes the new reply_to from the next step on', async () => {
    const id = await sequences.active({
      steps: [step('One', { delay_minutes: 60 })],
      reply_to: 'a@example.com',
    });
    await sequences.enrol(id, kim);

    await sequences.change(id, { reply_to: 'b@example.com' });
    await sequences.pass(2 * hour);

    expect((await sequences.mailTo(kim)).parsed.replyTo?.value).toMatchObject([{ address: 'b@example.com' }]);
  });

  test('needs nobody to be a contact, and notes of a contact when it was mailed', async () => {
    const members = await Members.of(sequences);
    await members.add({ email: 'lee@example.com' });
    const id = await sequences.active();
    await sequences.enrol(id, kim);
    await sequences.enrol(id, 'lee@example.com');

    await sequences.pass(minute);

    expect((await sequences.mailed()).sort()).toEqual([`Hello to ${kim}`, 'Hello to lee@example.com']);
    const { body } = await sequences.api('GET', '/v1/contacts');
    expect(body.data).toMatchObject([{ email: 'lee@example.com', last_sent_at: aTime }]);
  });
});

describe('a step with a template', () => {
  const welcome = { subject: 'Its own subject', html: '<p>From the template</p>' };
  const steps = [step('Step subject', { html: '<p>Of the step</p>', template_slug: 'welcome' })];

  test('sends the template’s HTML, not its own, and its own subject', async () => {
    await sequences.actor.template('welcome', { ...welcome, text: 'The text of the template' });
    await kimGot({ steps });

    const { parsed, raw } = await sequences.mailTo(kim);

    expect(parsed.subject).toBe('Step subject');
    expect(parsed.html).toContain('<p>From the template</p>');
    expect(raw).not.toContain('Of the step');
    expect(parsed.text).toContain('From the template');
    expect(raw).not.toContain('The text of the template');
  });

  test('sends the template as it was edited in between', async () => {
    await sequences.actor.template('welcome', welcome);
    const id = await sequences.active({ steps: [{ ...steps[0], html: undefined, delay_minutes: 60 }] });
    await sequences.enrol(id, kim);

    await sequences.actor.template('welcome', { ...welcome, html: '<p>Edited</p>' });
    await sequences.pass(2 * hour);

    expect((await sequences.mailTo(kim)).parsed.html).toContain('<p>Edited</p>');
  });

  test('fails where the template’s text has a placeholder without a value, though only its HTML is sent', async () => {
    await sequences.actor.template('welcome', { ...welcome, text: 'Dear {{name}}' });
    const id = await kimGot({ steps });

    expect(await sequences.mailed()).toEqual([]);
    expect(await sequences.enrolment(id, kim)).toMatchObject({
      status: 'failed',
      last_error: expect.stringContaining('name'),
    });
  });

  test('needs no value for what its own HTML would have said', async () => {
    await sequences.actor.template('welcome', welcome);
    await kimGot({ steps: [{ ...steps[0], html: '<p>{{unknown}}</p>' }] });

    expect(await sequences.mailed()).toEqual([`Step subject to ${kim}`]);
  });
});

describe('every step is marketing mail', () => {
  test('with the postal address, an unsubscribe link, and the one-click header', async () => {
    await kimGot();

    const { parsed, raw } = await sequences.mailTo(kim);
    const lines = headerLines(Buffer.from(raw));

    expect(parsed.html).toContain('1 Main Street, Springfield');
    expect(parsed.html).toMatch(/<a [^>]*href="[^"]+\/unsubscribe\/[^"]+">Unsubscribe<\/a>/);
    expect(parsed.text).toContain('1 Main Street, Springfield');
    expect(lines).toContainEqual(expect.stringMatching(/^List-Unsubscribe: <https?:.*\/unsubscribe\/.+>$/));
    expect(lines).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  });

  test('whose footer names the topic that it is sent under', async () => {
    await sequences.actor.topic('offers', { name: 'Offers' });
    await kimGot({ topic_key: 'offers' });

    const { parsed } = await sequences.mailTo(kim);

    expect(parsed.html).toContain('Unsubscribe from Offers');
  });

  test('tagged with the automation’s slug', async () => {
    await kimGot({ slug: 'welcome-series' });

    expect((await sequences.mailTo(kim)).mail['tags']).toMatchObject({ automation: 'welcome-series' });
  });

  test('in the log, on no thread', async () => {
    await kimGot({ from: `Shop <${sequences.actor.newsFrom}>` });

    const [entry, ...others] = await sequences.actor.log();
    const { events, ...email } = await sequences.actor.read(entry.id);

    expect(others).toEqual([]);
    expect(email).toEqual({
      id: entry.id,
      from: `Shop <${sequences.actor.newsFrom}>`,
      to: [kim],
      subject: 'Hello',
      status: 'delivered',
      risk_class: 'marketing',
      provider_message_id: (await sequences.mailTo(kim)).mail['provider_message_id'],
      scheduled_at: null,
      sent_at: aTime,
      opened_at: null,
      clicked_at: null,
      created_at: aTime,
    });
    expect(events.map(({ type }: Body) => type)).toEqual(['send', 'delivery']);
    expect((await sequences.api('GET', '/v1/threads')).body.data).toEqual([]);
  });

  test('counted as used, once for each step that left', async () => {
    await kimGot({ steps: [step('One'), step('Two', { delay_minutes: 60 })] });
    const afterOne = await sequences.actor.used();

    await sequences.pass(2 * hour);

    expect([afterOne, await sequences.actor.used()]).toEqual([1, 2]);
  });

  test('counted against the warm-up allowance of its domain', async () => {
    sequences = await Sequences.start(service, { warmup: true });
    const news = { risk_class: 'marketing' };
    await sequences.actor.sendAll(
      Array.from({ length: 199 }, (_, at) => ({ to: `person-${at}@example.com`, ...news })),
      25,
    );
    await kimGot();

    const next = await sequences.actor.send(news);

    expect(await sequences.mailsTo(kim)).toHaveLength(1);
    expect(next).toMatchObject({ status: 422, body: { error: { type: 'warmup_limit' } } });
  });

  test('not counted against the daily limit of the key that enrolled', async () => {
    const key = await sequences.actor.guarded({ daily_send_limit: 1 });
    const id = await sequences.active({ steps: [step('One'), step('Two')] });
    await sequences.tryToEnrol(id, kim, {}, key);

    await sequences.pass(2 * minute);

    expect(await sequences.mailsTo(kim)).toHaveLength(2);
    expect((await sequences.actor.send({}, key)).status).toBe(202);
  });
});

describe('the delay', () => {
  test('of 0 minutes: at once', async () => {
    const id = await sequences.active();

    const { enrolled_at, next_due_at } = await sequences.enrol(id, kim);
    await sequences.pass(minute);

    expect(next_due_at).toBe(enrolled_at);
    expect(await sequences.mailsTo(kim)).toHaveLength(1);
  });

  test.each([1, 90, 1440])(
    'of %i minutes before the first step: not sooner, and not much later',
    async (delay) => {
      const id = await sequences.active({ steps: [step('One', { delay_minutes: delay })] });
      const { enrolled_at, next_due_at } = await sequences.enrol(id, kim);

      await sequences.pass(2 * delay * minute);

      const dueAt = Date.parse(enrolled_at) + delay * minute;
      const [mail] = await sequences.mailsTo(kim);
      expect(Date.parse(next_due_at)).toBe(dueAt);
      expect(Date.parse(mail?.at ?? '') - dueAt).toBeGreaterThanOrEqual(0);
      expect(Date.parse(mail?.at ?? '') - dueAt).toBeLessThan(minute);
    },
  );

  test('of 525600 minutes: a year', async () => {
    const id = await sequences.active({ steps: [step('One', { delay_minutes: 525_600 })] });
    const { enrolled_at, next_due_at } = await sequences.enrol(id, kim);

    await sequences.pass(364 * day);
    const before = await sequences.mailed();
    await sequences.pass(day + minute);

    expect(Date.parse(next_due_at) - Date.parse(enrolled_at)).toBe(365 * day);
    expect(before).toEqual([]);
    expect(await sequences.mailed()).toEqual([`One to ${kim}`]);
  });

  test('of the next step counts from when the one before was sent, however late that was', async () => {
    const id = await sequences.active({
      steps: [step('One', { delay_minutes: 10 }), step('Two', { delay_minutes: 60 })],
    });
    await sequences.enrol(id, kim);
    await sequences.setStatus(id, 'paused');
    await sequences.pass(5 * hour);
    await sequences.setStatus(id, 'active');
    await sequences.pass(minute);

    const { sent_at } = await emailOf('One');
    const enrolment = await sequences.enrolment(id, kim);

    expect(Date.parse(enrolment.next_due_at) - Date.parse(sent_at)).toBeGreaterThanOrEqual(hour);
    expect(Date.parse(enrolment.next_due_at) - Date.parse(sent_at)).toBeLessThan(hour + 5_000);
    await sequences.pass(hour);
    const { sent_at: second } = await emailOf('Two');
    expect(Date.parse(second) - Date.parse(enrolment.next_due_at)).toBeGreaterThanOrEqual(0);
  });
});

describe('an enrolment', () => {
  test('is shown at its step at each point', async () => {
    const id = await sequences.active({ steps: [step('One'), step('Two', { delay_minutes: 60 })] });

    const enrolled = await sequences.enrol(id, 'Kim@Example.com', { variables: { name: 'Kim' } });
    await sequences.pass(minute);
    const between = await sequences.enrolment(id, kim);
    await sequences.pass(hour);
    const completed = await sequences.enrolment(id, kim);

    const at = enrolled.enrolled_at;
    expect(enrolled).toEqual({
      id: expect.any(String),
      automation_id: id,
      email: kim,
      current_step: 0,
      status: 'active',
      next_due_at: at,
      variables: { name: 'Kim' },
      enrolled_at: at,
      completed_at: null,
      canceled_at: null,
      cancel_reason: null,
      last_error: null,
      attempts: 0,
    });
    expect(between).toEqual({ ...enrolled, current_step: 1, next_due_at: aTime });
    expect(completed).toEqual({
      ...between,
      current_step: 2,
      status: 'completed',
      completed_at: aTime,
      next_due_at: aTime,
      attempts: 1,
    });
    const { sent_at } = await emailOf('Two');
    expect(Math.abs(Date.parse(completed.completed_at) - Date.parse(sent_at))).toBeLessThan(5_000);
  });

  test('that has ended gives way to another of the same address; both are listed, the new one first', async () => {
    const id = await kimGot();

    const again = await sequences.enrol(id, kim);
    await sequences.pass(minute);

    const [newest, first, ...others] = await sequences.enrolments(id);
    expect(others).toEqual([]);
    expect(newest).toMatchObject({ id: again.id, status: 'completed' });
    expect(first).toMatchObject({ status: 'completed' });
    expect(await sequences.mailed()).toEqual([`Hello to ${kim}`, `Hello to ${kim}`]);
  });
});

describe('people who are enrolled are judged before their next step', () => {
  /** Somebody waits for the second step, and carries `trial`. */
  async function waiting(fields: Fields = {}): Promise<string> {
    const members = await Members.of(sequences);
    await members.add({ email: kim, tags: ['trial'] });
    return kimGot({ steps: [step('One'), step('Two', { delay_minutes: 60 })], ...fields });
  }

  test.each([
    ['the new topic', { topic_key: 'offers' }, 'unsubscribed_from_topic'],
    ['a new topic that nobody gets unasked', { topic_key: 'tips' }, 'unsubscribed_from_topic'],
    ['the new exit tags', { exit_tags: ['trial'] }, 'exit_tag'],
    ['the new required tags', { required_tags: ['customer'] }, 'required_tag_missing'],
  ])('by %s', async (_what, rules, reason) => {
    await sequences.actor.topic('offers');
    await sequences.actor.topic('tips', { default_subscribed: false });
    await sequences.actor.choose(kim, 'offers', false);
    const id = await waiting();

    await sequences.change(id, rules);
    const meanwhile = await sequences.enrolment(id, kim);
    await sequences.pass(2 * hour);

    expect(meanwhile).toMatchObject({ status: 'active', cancel_reason: null });
    expect(await sequences.enrolment(id, kim)).toMatchObject({ status: 'canceled', cancel_reason: reason });
    expect(await sequences.mailed()).toEqual([`One to ${kim}`]);
  });

  test.each([
    ['the cleared topic', { topic_key: 'offers' }, { topic_key: null }],
    ['the cleared exit tags', { exit_tags: ['customer'] }, { exit_tags: [] }],
    ['the cleared required tags', { required_tags: ['trial'] }, { required_tags: [] }],
  ])('by %s: nothing keeps them out', async (_what, before, after) => {
    await sequences.actor.topic('offers');
    const id = await waiting(before);
    await sequences.setStatus(id, 'paused');

    await sequences.change(id, after);
    const members = await Members.of(sequences);
    await members.tag(kim, { add: ['customer'], remove: ['trial'] });
    await sequences.actor.choose(kim, 'offers', false);
    await sequences.setStatus(id, 'active');
    await sequences.pass(2 * hour);

    expect(await sequences.mailed()).toEqual([`One to ${kim}`, `Two to ${kim}`]);
  });

  test('and the next step is sent under the new topic', async () => {
    await sequences.actor.topic('offers', { name: 'Offers' });
    const id = await sequences.active({ steps: [step('One', { delay_minutes: 60 })] });
    await sequences.enrol(id, kim);

    await sequences.change(id, { topic_key: 'offers' });
    await sequences.pass(2 * hour);

    expect((await sequences.mailTo(kim)).parsed.html).toContain('Unsubscribe from Offers');
  });
});

/** In which order the steps of the automation were handed out, by the people they are for. */
function handedOut(automationId: string): string[] {
  const lines = readFileSync(join(service.dataDir, 'sqs/sqs-messages.jsonl'), 'utf8').split('\n');
  return lines.flatMap((line) => {
    if (!line.includes(`\\"automationId\\":\\"${automationId}\\"`)) return [];
    const [, message] = JSON.parse(line) as [string, { body: string; visibleAt: number }?];
    return message ? [(JSON.parse(message.body) as { email: string }).email] : [];
  });
}

describe.each(['paused', 'draft'])('an automation that was made %s', (status) => {
  test('sends nothing, and its enrolments stay active on their step', async () => {
    const id = await kimGot({ steps: [step('One'), step('Two', { delay_minutes: 60 })] });
    const before = await sequences.enrolment(id, kim);

    await sequences.setStatus(id, status);
    await sequences.pass(2 * day);

    expect(await sequences.mailed()).toEqual([`One to ${kim}`]);
    expect(await sequences.enrolment(id, kim)).toEqual(before);
    expect(Date.parse(before.next_due_at)).toBeLessThan(await clockMs(service));
    expect(await sequences.counts(id)).toEqual({ active: 1, completed: 0, canceled: 0, failed: 0 });
  });

  test('goes on when it is active again: what is overdue is sent, what is not waits for its time', async () => {
    const id = await sequences.active({ steps: [step('One', { delay_minutes: 120 })] });
    await sequences.enrol(id, kim);
    await sequences.pass(90 * minute);
    await sequences.enrol(id, 'lee@example.com');
    await sequences.setStatus(id, status);
    await sequences.pass(hour);

    await sequences.setStatus(id, 'active');
    await sequences.pass(2 * minute);
    const atOnce = await sequences.mailed();
    await sequences.pass(hour);

    expect(atOnce).toEqual([`One to ${kim}`]);
    expect(await sequences.mailed()).toEqual([`One to ${kim}`, 'One to lee@example.com']);
  });

  test('sends overdue steps oldest first', async () => {
    const people = ['c', 'a', 'd', 'b'].map((name) => `${name}@example.com`);
    const id = await sequences.active({ steps: [step('One', { delay_minutes: 10 })] });
    for (const email of people) {
      await sequences.enrol(id, email);
      await sequences.pass(2 * minute);
    }
    await sequences.setStatus(id, status);
    await sequences.pass(hour);
    const heldUntilNow = handedOut(id).length;

    await sequences.setStatus(id, 'active');
    await sequences.pass(2 * minute);

    const released = handedOut(id).slice(heldUntilNow);
    expect([...new Set(released)]).toEqual(people);
    expect((await sequences.mailed()).sort()).toEqual(people.toSorted().map((email) => `One to ${email}`));
  });

  test('and active again twice sends nothing twice', async () => {
    const id = await sequences.active({ steps: [step('One', { delay_minutes: 10 })] });
    await sequences.enrol(id, kim);
    await sequences.setStatus(id, status);
    await sequences.pass(hour);

    await sequences.setStatus(id, 'active');
    await sequences.setStatus(id, status);
    await sequences.setStatus(id, 'active');
    await sequences.pass(hour);

    expect(await sequences.mailed()).toEqual([`One to ${kim}`]);
    expect(await sequences.enrolment(id, kim)).toMatchObject({ status: 'completed' });
  });
});

describe('deleting an automation', () => {
  test('sends nothing from the answer on', async () => {
    const steps = [step('One', { delay_minutes: 1 }), step('Two', { delay_minutes: 60 })];
    const id = await sequences.active({ steps });
    await sequences.enrol(id, kim);
    await sequences.pass(2 * minute);
    // What is due within the minute is in a queue by now.
    await sequences.enrol(id, 'lee@example.com');
    await service.settle();

    const deleted = await sequences.ok('DELETE', `/v1/automations/${id}`);
    await sequences.pass(day);

    expect(deleted).toEqual({ id, deleted: true, enrollments_canceled: 2 });
    expect(await sequences.mailed()).toEqual([`One to ${kim}`]);
    expect((await sequences.actor.log()).map(({ subject }) => subject)).toEqual(['One']);
  });

  test('deletes its enrolments, also those of people who were in it often', async () => {
    const id = await sequences.active();
    // More than the places over which enrolments are spread.
    for (let times = 0; times < 10; times += 1) {
      await sequences.enrol(id, kim);
      await sequences.pass(minute);
    }

    await sequences.ok('DELETE', `/v1/automations/${id}`);
    await sequences.pass(hour);

    const table = await ServiceTable.open(service);
    const { workspaceId } = sequences.actor;
    expect(await table.get(keys.enrolment(workspaceId, kim, id))).toBeUndefined();
    expect(await table.get(keys.deletedAutomation(workspaceId, id))).toBeUndefined();
    table.close();
  });
});
