import { createTransport } from 'nodemailer';
import { headerLines } from '../../support/arrange';
import { arrives, comes } from '../../support/inbox';
import { Browser } from '../../support/links/browser';
import { aTime } from '../../support/matchers';
import { orderFault } from '../../support/schedules';
import { theService } from '../../support/the-service';
import { andOthers, Members } from '../../support/automations/members';
import { minute, Sequences, step, type Body } from '../../support/automations/sequences';

type Fields = Record<string, unknown>;

/** workspace.md, "Automatic exits", and the column "active enrolments" of contract.md 4.20, cell by cell. */
const service = theService({ travels: true });
const browser = new Browser(service);
let sequences: Sequences;
let members: Members;

beforeEach(async () => {
  sequences = await Sequences.start(service);
  members = await Members.of(sequences);
});

afterEach(() => service.control('DELETE', '/faults'));

const kim = 'kim@example.com';

const twoSteps = [step('One'), step('Two', { delay_minutes: 60 })];

/** The second step is due by then. */
const later = 90 * minute;

/** An automation that Kim is in, who is on the audience and carries `trial`: the first of two steps has left. */
async function kimIsIn(fields: Fields = {}): Promise<string> {
  await sequences.actor.topic('offers');
  await sequences.actor.topic('tips');
  await members.add({ email: kim, tags: ['trial'] });
  const id = await sequences.active({ steps: twoSteps, ...fields });
  await sequences.enrol(id, kim);
  await sequences.pass(minute);
  return id;
}

/** Kim is in all of these. */
async function kimIsInEach(...all: Fields[]): Promise<string[]> {
  const ids: string[] = [];
  for (const fields of all) ids.push(await sequences.active({ steps: twoSteps, ...fields }));
  for (const id of ids) await sequences.enrol(id, kim);
  await sequences.pass(minute);
  return ids;
}

const canceled = (reason: string): Fields => ({
  status: 'canceled',
  cancel_reason: reason,
  canceled_at: aTime,
  completed_at: null,
  current_step: 1,
});

const goesOn = { status: 'active', cancel_reason: null, canceled_at: null };

const reasons = (ids: readonly string[]): Promise<(string | null)[]> =>
  Promise.all(ids.map(async (id) => (await sequences.enrolment(id, kim)).cancel_reason));

async function expectEnded(id: string, reason: string): Promise<void> {
  expect(await sequences.enrolment(id, kim)).toMatchObject(canceled(reason));
  expect(await sequences.counts(id)).toEqual({ active: 0, completed: 0, canceled: 1, failed: 0 });
}

/** Kim got the first step, and however long one waits, no other. */
async function expectNothingMore(): Promise<void> {
  await sequences.pass(later);
  expect(await sequences.mailed()).toEqual([`One to ${kim}`]);
}

interface Cause {
  what: string;
  automation?: Fields;
  happens: () => Promise<unknown>;
}

interface Exit extends Cause {
  reason: string;
}

const suppress = (fields: Fields) => sequences.ok('POST', '/v1/suppressions', { email: kim, ...fields });

const suppressMany = (fields: Fields) =>
  sequences.ok('POST', '/v1/suppressions/batch', { emails: andOthers(kim), ...fields });

const importMany = (fields: Fields) => members.add(andOthers(kim).map((email) => ({ email, ...fields })));

const choose = (topics: Fields) => sequences.ok('POST', '/v1/topics/preferences', { email: kim, topics });

const chooseForMany = (emails: string[], subscribed: boolean) =>
  sequences.ok('POST', '/v1/topics/offers/import', { emails, subscribed });

/** Where the footer of the mail that Kim got leads. */
async function link(page: 'unsubscribe' | 'preferences'): Promise<string> {
  const { raw } = await sequences.mailTo(kim);
  const header = headerLines(Buffer.from(raw)).find((line) => line.startsWith('List-Unsubscribe: ')) ?? '';
  const [, path = 'none'] = /<https?:\/\/[^/]+(.+)>$/.exec(header) ?? [];
  return path.replace('/unsubscribe/', `/${page}/`);
}

async function press(page: 'unsubscribe' | 'preferences', ...fields: [string, string][]): Promise<void> {
  const { status } = await browser.submit(await link(page), fields);
  expect(status).toBe(200);
}

/** The provider reports something of the mail that Kim got. */
async function report(event: Fields): Promise<void> {
  const [mail] = await sequences.mailsTo(kim);
  const path = `/outbox/${String(mail?.['provider_message_id'])}/events`;
  await service.control('POST', path, { recipient: kim, ...event });
}

const underTopic = { topic_key: 'offers' };

const imported: [said: Fields, reason: string][] = [
  [{ status: 'unsubscribed' }, 'unsubscribed'],
  [{ unsubscribed: true }, 'unsubscribed'],
  [{ status: 'bounced' }, 'suppressed'],
  [{ status: 'complained' }, 'suppressed'],
];

const waysToAdd: { way: string; add: (said: Fields) => Promise<unknown> }[] = [
  { way: 'one person added', add: (said) => members.add({ email: kim, ...said }) },
  {
    way: 'POST /v1/contacts',
    add: (said) =>
      sequences.ok('POST', '/v1/contacts', { audience_id: members.audienceId, email: kim, ...said }),
  },
  { way: 'an import of a few', add: (said) => members.add([{ email: kim, ...said }]) },
  { way: 'an import of more than 25', add: importMany },
  {
    way: 'an import whose second row is of the address',
    add: (said) => members.add([{ email: kim }, { email: 'Kim@Example.com', ...said }]),
  },
];

/** Every way and every status: what a row says is read alike, however it comes. */
const additions = waysToAdd.flatMap(({ way, add }, index): Exit[] => {
  const [said, reason] = imported[index % imported.length] ?? [];
  if (!said || !reason) return [];
  return [{ what: `${way}, ${JSON.stringify(said)}`, happens: () => add(said), reason }];
});

const endsAtOnce: Exit[] = [
  {
    what: 'the one-click link of a mail without a topic',
    happens: () => press('unsubscribe', ['List-Unsubscribe', 'One-Click']),
    reason: 'unsubscribed',
  },
  {
    what: 'unsubscribe-from-everything on the preference page',
    happens: () => press('preferences', ['unsubscribe', 'all']),
    reason: 'unsubscribed',
  },
  {
    what: 'unsubscribe-from-everything on the preference page of a mail under a topic',
    automation: underTopic,
    happens: () => press('preferences', ['unsubscribe', 'all']),
    reason: 'unsubscribed',
  },
  {
    what: 'a contact marked unsubscribed',
    happens: () => members.patch(kim, { unsubscribed: true }),
    reason: 'unsubscribed',
  },
  ...additions,
  ...['all', 'marketing', 'transactional'].map((scope) => ({
    what: `a suppression with reason unsubscribe, ${scope}`,
    happens: () => suppress({ reason: 'unsubscribe', scope }),
    reason: 'unsubscribed',
  })),
  {
    what: 'a batch of suppressions with reason unsubscribe',
    happens: () => sequences.ok('POST', '/v1/suppressions/batch', { emails: [kim], reason: 'unsubscribe' }),
    reason: 'unsubscribed',
  },
  {
    what: 'a batch of more than 25 suppressions with reason unsubscribe, transactional',
    happens: () => suppressMany({ reason: 'unsubscribe', scope: 'transactional' }),
    reason: 'unsubscribed',
  },
  {
    what: 'the one-click link of a mail under the topic',
    automation: underTopic,
    happens: () => press('unsubscribe', ['List-Unsubscribe', 'One-Click']),
    reason: 'unsubscribed_from_topic',
  },
  {
    what: 'the topic unticked on the preference page',
    automation: underTopic,
    happens: () => press('preferences', ['shown', 'offers']),
    reason: 'unsubscribed_from_topic',
  },
  {
    what: 'a preference of false for the topic',
    automation: underTopic,
    happens: () => choose({ offers: false, tips: true }),
    reason: 'unsubscribed_from_topic',
  },
  {
    what: 'an import of false for the topic, of a few',
    automation: underTopic,
    happens: () => chooseForMany(['Kim@Example.com'], false),
    reason: 'unsubscribed_from_topic',
  },
  {
    what: 'an import of false for the topic, of more than 25',
    automation: underTopic,
    happens: () => chooseForMany(andOthers(kim), false),
    reason: 'unsubscribed_from_topic',
  },
  {
    what: 'an exit tag gained through the tags endpoint',
    automation: { exit_tags: ['Big Customer'] },
    happens: () => members.tag(kim, { add: ['big customer'] }),
    reason: 'exit_tag',
  },
  {
    what: 'a required tag lost through the tags endpoint',
    automation: { required_tags: ['trial'] },
    happens: () => members.tag(kim, { remove: ['Trial'] }),
    reason: 'required_tag_missing',
  },
  {
    what: 'an exit tag gained and a required tag lost at once',
    automation: { exit_tags: ['customer'], required_tags: ['trial'] },
    happens: () => members.tag(kim, { add: ['customer'], remove: ['trial'] }),
    reason: 'exit_tag',
  },
];

describe('ends the enrolment immediately, and nothing is mailed afterwards:', () => {
  test.each(endsAtOnce)('$what', async ({ automation, happens, reason }) => {
    const id = await kimIsIn(automation);

    await happens();
    await service.settle();

    await expectEnded(id, reason);
    await expectNothingMore();
    await expectEnded(id, reason);
  });
});

const isCaught: Exit[] = [
  ...['manual', 'list_hygiene', 'hard_bounce', 'complaint'].flatMap((reason) =>
    ['all', 'marketing'].map((scope) => ({
      what: `a suppression with reason ${reason}, ${scope}`,
      happens: () => suppress({ reason, scope }),
      reason: 'suppressed',
    })),
  ),
  {
    what: 'a batch of suppressions with another reason',
    happens: () => suppressMany({}),
    reason: 'suppressed',
  },
  {
    what: 'a permanent bounce',
    happens: () => report({ type: 'bounce', bounce_type: 'Permanent' }),
    reason: 'suppressed',
  },
  { what: 'a complaint', happens: () => report({ type: 'complaint' }), reason: 'suppressed' },
  ...[
    { by: 'one person added', add: (row: Fields) => members.add(row) },
    { by: 'an import', add: (row: Fields) => members.add([row]) },
    {
      by: 'an import that starts automations',
      add: (row: Fields) => members.add([row], '?trigger_automations=true'),
    },
    {
      by: 'POST /v1/contacts',
      add: (row: Fields) => sequences.ok('POST', '/v1/contacts', { audience_id: members.audienceId, ...row }),
    },
  ].map(({ by, add }) => ({
    what: `an exit tag set by ${by}`,
    automation: { exit_tags: ['customer'] },
    happens: () => add({ email: kim, tags: ['Customer'] }),
    reason: 'exit_tag',
  })),
  {
    what: 'a deleted contact, who has no tags and never satisfies required_tags',
    automation: { required_tags: ['trial'] },
    happens: () => members.forget(kim),
    reason: 'required_tag_missing',
  },
];

describe('is caught before the next step, and not sooner:', () => {
  test.each(isCaught)('$what', async ({ automation, happens, reason }) => {
    const id = await kimIsIn(automation);

    await happens();
    await service.settle();
    const meanwhile = await sequences.enrolment(id, kim);
    await expectNothingMore();

    expect(meanwhile).toMatchObject(goesOn);
    await expectEnded(id, reason);
  });

  test.each(['bounce', 'complaint'])('the %s of a step', async (what) => {
    const address = `${what}@simulator.amazonses.com`;
    const id = await sequences.active({ steps: twoSteps });
    await sequences.enrol(id, address);
    await sequences.pass(minute);
    const meanwhile = await sequences.enrolment(id, address);

    await sequences.pass(later);

    expect(meanwhile).toMatchObject({ ...goesOn, current_step: 1 });
    expect(await sequences.enrolment(id, address)).toMatchObject(canceled('suppressed'));
    expect(await sequences.mailed()).toEqual([`One to ${address}`]);
  });
});

const endsNothing: Cause[] = [
  { what: 'a suppression of transactional mail', happens: () => suppress({ scope: 'transactional' }) },
  {
    what: 'a suppression that was removed before the next step',
    happens: async () => {
      await suppress({});
      await sequences.ok('DELETE', `/v1/suppressions/${kim}`);
    },
  },
  {
    what: 'a bounce that is not permanent',
    happens: () => report({ type: 'bounce', bounce_type: 'Transient' }),
  },
  {
    what: 'a preference of true for the topic',
    automation: underTopic,
    happens: () => choose({ offers: true }),
  },
  {
    what: 'a preference of false for another topic',
    automation: underTopic,
    happens: () => choose({ tips: false }),
  },
  {
    what: 'a preference of false, for an automation without a topic',
    happens: () => choose({ offers: false }),
  },
  {
    what: 'an import of true for the topic',
    automation: underTopic,
    happens: () => chooseForMany(andOthers(kim), true),
  },
  {
    what: 'an import that says subscribed',
    happens: () => members.add([{ email: kim, status: 'subscribed' }]),
  },
  { what: 'a contact marked subscribed', happens: () => members.patch(kim, { unsubscribed: false }) },
  {
    what: 'the audience membership removed',
    automation: { required_tags: ['trial'] },
    happens: () => members.remove(kim),
  },
  {
    what: 'the audience deleted',
    automation: { required_tags: ['trial'] },
    happens: () => sequences.ok('DELETE', `/v1/audiences/${members.audienceId}`),
  },
  {
    what: 'the contact deleted, where no tag is required',
    automation: { exit_tags: ['customer'] },
    happens: () => members.forget(kim),
  },
  {
    what: 'a tag gained that no rule names',
    automation: { exit_tags: ['customer'], required_tags: ['trial'] },
    happens: () => members.tag(kim, { add: ['vip'] }),
  },
  {
    what: 'a tag lost that is not required',
    automation: { exit_tags: ['customer'] },
    happens: () => members.tag(kim, { remove: ['trial'] }),
  },
  {
    what: 'an exit tag added and removed in one call',
    automation: { exit_tags: ['customer'] },
    happens: () => members.tag(kim, { add: ['customer'], remove: ['customer'] }),
  },
  {
    what: 'a required tag added that is there',
    automation: { required_tags: ['trial'] },
    happens: () => members.tag(kim, { add: ['trial'] }),
  },
];

describe('ends nothing, and the next step leaves:', () => {
  test.each(endsNothing)('$what', async ({ automation, happens }) => {
    const id = await kimIsIn(automation);

    await happens();
    await service.settle();
    const meanwhile = await sequences.enrolment(id, kim);
    await sequences.pass(later);

    expect(meanwhile).toMatchObject(goesOn);
    expect(await sequences.mailed()).toEqual([`One to ${kim}`, `Two to ${kim}`]);
    expect(await sequences.enrolment(id, kim)).toMatchObject({ status: 'completed', cancel_reason: null });
  });
});

describe('of several automations', () => {
  test('an unsubscribe ends every active enrolment for the address, and nobody else’s', async () => {
    const ids = await kimIsInEach(
      {},
      { exit_on_reply: false },
      { trigger: { kind: 'event', event_name: 'x' } },
    );
    await sequences.enrol(ids[0] ?? '', 'lee@example.com');

    await sequences.actor.unsubscribe(kim);

    expect(await reasons(ids)).toEqual(['unsubscribed', 'unsubscribed', 'unsubscribed']);
    expect(await sequences.enrolment(ids[0] ?? '', 'lee@example.com')).toMatchObject(goesOn);
    expect(await sequences.counts(ids[0] ?? '')).toMatchObject({ active: 1, canceled: 1 });
  });

  test('an unsubscribe of one workspace ends nothing in another', async () => {
    const [id = ''] = await kimIsInEach({});
    const others = await Sequences.start(service);

    await others.actor.unsubscribe(kim);

    expect(await sequences.enrolment(id, kim)).toMatchObject(goesOn);
  });

  test('opting out of a topic ends those under it', async () => {
    await sequences.actor.topic('offers');
    await sequences.actor.topic('tips');
    const ids = await kimIsInEach({}, { topic_key: 'offers' }, { topic_key: 'tips' });

    await choose({ offers: false });

    expect(await reasons(ids)).toEqual([null, 'unsubscribed_from_topic', null]);
  });

  test('a tag rule ends those that have it', async () => {
    await members.add({ email: kim, tags: ['trial', 'beta'] });
    const ids = await kimIsInEach(
      {},
      { exit_tags: ['customer'] },
      { exit_tags: ['vip'] },
      { required_tags: ['trial'] },
      { required_tags: ['beta'] },
    );

    await members.tag(kim, { add: ['customer'], remove: ['trial'] });

    expect(await reasons(ids)).toEqual([null, 'exit_tag', null, 'required_tag_missing', null]);
  });

  test('a reply ends those with exit_on_reply', async () => {
    const ids = await kimIsInEach({}, { exit_on_reply: false });

    await arrives(sequences.actor, { from: kim });

    expect(await reasons(ids)).toEqual(['replied', null]);
  });
});

test.each(['paused', 'draft'])('an exit ends the enrolments of a %s automation too', async (status) => {
  await members.add({ email: kim });
  await sequences.actor.topic('offers');
  const ids = await kimIsInEach({ exit_tags: ['customer'] }, underTopic, {}, { exit_on_reply: false });
  for (const id of ids) await sequences.setStatus(id, status);

  await members.tag(kim, { add: ['customer'] });
  await choose({ offers: false });
  await arrives(sequences.actor, { from: kim });
  await sequences.actor.unsubscribe(kim);

  expect(await reasons(ids)).toEqual(['exit_tag', 'unsubscribed_from_topic', 'replied', 'unsubscribed']);
  for (const id of ids) await sequences.setStatus(id, 'active');
  await sequences.pass(later);
  expect(await sequences.mailed()).toEqual(ids.map(() => `One to ${kim}`));
});

test('an enrolment that has ended keeps its end, whatever happens afterwards', async () => {
  const id = await kimIsIn({ exit_tags: ['customer'] });
  await members.tag(kim, { add: ['customer'] });
  const ended = await sequences.enrolment(id, kim);

  await members.patch(kim, { unsubscribed: true });
  await arrives(sequences.actor, { from: kim });

  expect(await sequences.enrolment(id, kim)).toEqual(ended);
  expect(await sequences.counts(id)).toEqual({ active: 0, completed: 0, canceled: 1, failed: 0 });
});

test('an enrolment that was completed stays so when its person unsubscribes', async () => {
  const id = await sequences.active();
  await sequences.enrol(id, kim);
  await sequences.pass(minute);

  await sequences.actor.unsubscribe(kim);

  expect(await sequences.enrolment(id, kim)).toMatchObject({ status: 'completed', cancel_reason: null });
});

test('canceled_at is when it ended, and next_due_at is not cleared', async () => {
  const id = await kimIsIn();
  const before = await sequences.enrolment(id, kim);
  await sequences.pass(10 * minute);
  const now = await service.now();

  await sequences.actor.unsubscribe(kim);

  const after = await sequences.enrolment(id, kim);
  expect(after).toEqual({ ...before, status: 'canceled', cancel_reason: 'unsubscribed', canceled_at: aTime });
  expect(Date.parse(after.canceled_at) - Date.parse(now)).toBeLessThan(minute);
  expect(after.canceled_at >= now).toBe(true);
});

describe('who comes back restarts nothing:', () => {
  const comingBack: (Exit & { comesBack: () => Promise<unknown> })[] = [
    {
      what: 'resubscribing',
      happens: () => members.patch(kim, { unsubscribed: true }),
      comesBack: () => members.patch(kim, { unsubscribed: false }),
      reason: 'unsubscribed',
    },
    {
      what: 'a suppression that is lifted',
      happens: () => suppress({ reason: 'unsubscribe' }),
      comesBack: () => sequences.ok('DELETE', `/v1/suppressions/${kim}`),
      reason: 'unsubscribed',
    },
    {
      what: 'the topic chosen again',
      automation: underTopic,
      happens: () => choose({ offers: false }),
      comesBack: () => choose({ offers: true }),
      reason: 'unsubscribed_from_topic',
    },
    {
      what: 'the topic imported again',
      automation: underTopic,
      happens: () => chooseForMany([kim], false),
      comesBack: () => chooseForMany([kim], true),
      reason: 'unsubscribed_from_topic',
    },
    {
      what: 'the exit tag removed',
      automation: { exit_tags: ['customer'] },
      happens: () => members.tag(kim, { add: ['customer'] }),
      comesBack: () => members.tag(kim, { remove: ['customer'] }),
      reason: 'exit_tag',
    },
  ];

  test.each(comingBack)('$what', async ({ automation, happens, comesBack, reason }) => {
    const id = await kimIsIn(automation);
    await happens();

    await comesBack();

    await expectNothingMore();
    await expectEnded(id, reason);
  });
});

test('who left may be enrolled again, and then is in it twice: once as it ended and once anew', async () => {
  const id = await kimIsIn();
  await members.patch(kim, { unsubscribed: true });
  await members.patch(kim, { unsubscribed: false });

  await sequences.enrol(id, kim);
  await sequences.pass(2 * later);

  const [again, first] = await sequences.enrolments(id);
  expect(again).toMatchObject({ status: 'completed', cancel_reason: null });
  expect(first).toMatchObject(canceled('unsubscribed'));
  expect(await sequences.counts(id)).toEqual({ active: 0, completed: 1, canceled: 1, failed: 0 });
  expect(await sequences.mailed()).toEqual(['One', 'One', 'Two'].map((subject) => `${subject} to ${kim}`));
});

describe('a deleted topic', () => {
  /** Nothing is deleted that an active or paused automation uses, so it was a draft for a while. */
  async function withoutTopic(): Promise<string> {
    const id = await kimIsIn(underTopic);
    await sequences.setStatus(id, 'draft');
    await sequences.ok('DELETE', '/v1/topics/offers');
    await sequences.setStatus(id, 'active');
    return id;
  }

  test('ends nothing at once, and fails the enrolment at its next step', async () => {
    const id = await withoutTopic();
    const meanwhile = await sequences.enrolment(id, kim);

    await expectNothingMore();

    expect(meanwhile).toMatchObject(goesOn);
    expect(await sequences.enrolment(id, kim)).toMatchObject({
      status: 'failed',
      cancel_reason: null,
      canceled_at: null,
      last_error: expect.stringContaining('offers'),
    });
    expect(await sequences.counts(id)).toEqual({ active: 0, completed: 0, canceled: 0, failed: 1 });
  });

  test('keeps everybody else out: 409 topic_missing', async () => {
    const id = await withoutTopic();

    expect(await sequences.tryToEnrol(id, 'lee@example.com')).toMatchObject({
      status: 409,
      body: { enrolled: false, reason: 'topic_missing', error: { type: 'invalid_state' } },
    });
  });
});

/** What arrives for the automation's own address. */
const writes = (parts: Fields = {}, envelope: Fields = {}) =>
  arrives(
    sequences.actor,
    { from: `Kim <${kim}>`, to: sequences.actor.newsFrom, ...parts },
    { rcpt: sequences.actor.newsFrom, mailFrom: kim, ...envelope },
  );

const bounceReport = [
  'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
  'MIME-Version: 1.0',
];

describe('a message of the enrolled person', () => {
  test.each([
    ['that answers a step', () => ({ inReplyTo: '<step@example.com>', subject: 'Re: One' }), {}],
    ['of its own, about something else', () => ({ subject: 'A question' }), {}],
    ['from the address in other letters', () => ({ from: '"Kim" <KIM@Example.COM>' }), {}],
    ['of a mailing program, where a person wrote', () => ({ headers: ['Precedence: bulk'] }), {}],
    ['with another return path', () => ({}), { mailFrom: 'bounces@mailer.example' }],
  ])('%s ends the sequence immediately', async (_what, parts, envelope) => {
    const id = await kimIsIn();

    await writes(parts(), envelope);

    await expectEnded(id, 'replied');
    await expectNothingMore();
  });

  test('to another address of the workspace ends the sequence immediately', async () => {
    const id = await kimIsIn({ reply_to: sequences.actor.from });

    await arrives(sequences.actor, { from: kim });

    await expectEnded(id, 'replied');
  });

  test('by SMTP ends the sequence immediately', async () => {
    const id = await kimIsIn();
    const smtp = createTransport({
      ...service.at.smtp,
      name: 'mx.example.com',
      tls: { rejectUnauthorized: false },
    });

    await smtp.sendMail({ from: kim, to: sequences.actor.newsFrom, subject: 'Re: One', text: 'Please stop' });
    smtp.close();
    await service.settle();

    await expectEnded(id, 'replied');
  });

  test('ends nothing where exit_on_reply is false', async () => {
    const id = await kimIsIn({ exit_on_reply: false });

    await writes();
    await sequences.pass(later);

    expect(await sequences.enrolment(id, kim)).toMatchObject({ status: 'completed' });
  });

  test('is judged by the new exit_on_reply once that was changed', async () => {
    const [stays = '', goes = ''] = await kimIsInEach({}, { exit_on_reply: false });
    await sequences.change(stays, { exit_on_reply: false });
    await sequences.change(goes, { exit_on_reply: true });

    await writes();

    expect(await reasons([stays, goes])).toEqual([null, 'replied']);
  });

  test('to another workspace ends nothing here', async () => {
    const id = await kimIsIn();
    const others = await Sequences.start(service);

    await arrives(others.actor, { from: kim });

    expect(await sequences.enrolment(id, kim)).toMatchObject(goesOn);
  });

  test('that came before they were enrolled ends nothing', async () => {
    await writes();
    const id = await kimIsIn();
    await service.settle();

    expect(await sequences.enrolment(id, kim)).toMatchObject(goesOn);
  });

  test('that came before they were enrolled, and was taken in afterwards, ends nothing', async () => {
    await orderFault(service, 's3 GetObject', { error: 'InternalError', function: 'receiveMail' });
    await comes(sequences.actor, { from: kim, subject: 'Early' });
    await service.settle();
    await service.advance(1_000);
    const id = await kimIsIn({ steps: [step('One'), step('Two', { delay_minutes: 1440 })] });
    await service.control('DELETE', '/faults');

    await sequences.pass(30 * minute);

    const { body } = await sequences.api('GET', '/v1/threads');
    expect(body.data).toMatchObject([{ subject: 'Early' }]);
    expect(await sequences.enrolment(id, kim)).toMatchObject(goesOn);
  });
});

describe('does not count as a reply:', () => {
  test.each<[string, Fields, Fields]>([
    ['an out-of-office', { headers: ['Auto-Submitted: auto-replied'] }, {}],
    [
      'an auto-reply of another kind',
      { headers: ['X-Auto-Response-Suppress: All', 'Precedence: auto_reply'] },
      {},
    ],
    ['a bounce report', { headers: bounceReport, subject: 'Undelivered' }, { mailFrom: '' }],
    ['a delivery report in the name of the person', { headers: bounceReport }, {}],
    ['mail with the null return path', {}, { mailFrom: '' }],
    ['mail of somebody else', { from: 'lee@example.com' }, { mailFrom: 'lee@example.com' }],
    [
      'mail of a neighbour of the address',
      { from: 'kim@sub.example.com' },
      { mailFrom: 'kim@sub.example.com' },
    ],
  ])('%s', async (_what, parts, envelope) => {
    const id = await kimIsIn();

    await writes(parts, envelope);
    await sequences.pass(later);

    expect(await sequences.enrolment(id, kim)).toMatchObject({ status: 'completed', cancel_reason: null });
  });

  test.each(['mailer-daemon', 'postmaster', 'MAILER-DAEMON'])('mail from %s addresses', async (name) => {
    const address = `${name}@example.com`;
    const id = await sequences.active({ steps: twoSteps });
    await sequences.enrol(id, address);

    await writes({ from: address }, { mailFrom: address });
    const enrolled: Body = await sequences.enrolment(id, address.toLowerCase());

    expect(enrolled).toMatchObject(goesOn);
  });

  test('the automatic answer of somebody who is away', async () => {
    const address = 'ooto@simulator.amazonses.com';
    const id = await sequences.active({ steps: twoSteps });
    await sequences.enrol(id, address);

    await sequences.pass(later);

    const { body } = await sequences.api('GET', '/v1/threads');
    expect(body.data.length).toBeGreaterThan(0);
    expect(await sequences.enrolment(id, address)).toMatchObject({ status: 'completed' });
  });
});
