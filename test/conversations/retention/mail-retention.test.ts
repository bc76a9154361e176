import { arrives, sentMessageId, threadsOf } from '../../support/inbox';
import { mailOf } from '../../support/arrange';
import { anActor, type Actor } from '../../support/actor';
import { largeHtml } from '../../support/factories';
import { deadLetters, storedObjects } from '../../support/journal';
import { ServiceTable } from '../../support/table';
import { theService } from '../../support/the-service';

const service = theService({ travels: true });

const hour = 60 * 60_000;
const day = 24 * hour;

const retain = (actor: Actor, days: number | null): Promise<unknown> =>
  service.control('PATCH', `/workspaces/${actor.workspaceId}`, { mail_retention_days: days });

async function pass(days: number): Promise<void> {
  await service.advance(days * day);
  await service.settle();
}

const objectsOf = (...texts: string[]): string[] =>
  ['content', 'inbound']
    .flatMap((bucket) => storedObjects(service, bucket))
    .map(({ key }) => key)
    .filter((key) => texts.some((text) => key.includes(text)));

/** Each record of the table and each object of the buckets in which one of these texts is found. */
async function tracesOf(...texts: string[]): Promise<string[]> {
  const records = await ServiceTable.with(service, (table) => table.everything());
  const found = records.filter((record) => texts.some((text) => JSON.stringify(record).includes(text)));
  return [...found.map(({ pk, sk }) => `${pk} ${sk}`), ...objectsOf(...texts)];
}

const statusOf = async (actor: Actor, path: string): Promise<number> => (await actor.api('GET', path)).status;

const idsIn = async (actor: Actor): Promise<string[]> => (await actor.log()).map(({ id }) => id);

/** A mail and an answer to it, both too large for the table. */
async function aConversation(actor: Actor): Promise<{ sent: string; thread: string; received: string }> {
  const { id: sent, thread_id: thread } = await actor.accepted({ html: largeHtml(), subject: 'Parcel' });
  await service.settle();
  const inReplyTo = await sentMessageId(actor, sent);
  await arrives(actor, { inReplyTo, messageId: `<answer-to-${sent}@example.com>`, body: 'x'.repeat(20_000) });
  const { messages } = await actor.thread(thread);
  return { sent, thread, received: messages.at(-1).id };
}

const actors: Actor[] = [];

/** Whose mail expires after a week. */
async function withRetention(settings: Record<string, unknown> = {}): Promise<Actor> {
  const actor = await anActor(service, { mail_retention_days: 7, ...settings });
  actors.push(actor);
  return actor;
}

afterEach(() => Promise.all(actors.splice(0).map((actor) => retain(actor, null))));

test('mail of a workspace that keeps it for a week goes after that, and nothing else does', async () => {
  const [actor, other] = [await withRetention({ marketing: true }), await anActor(service)];
  const [old, ongoing, kept] = [
    await aConversation(actor),
    await aConversation(actor),
    await aConversation(other),
  ];
  const { id: news } = await actor.accepted({ risk_class: 'marketing', html: largeHtml() });
  await actor.suppress('gone@example.com');
  const { id: rejected } = await actor.accepted({ to: 'gone@example.com' });
  const held = await actor.accepted({}, await actor.guarded({ requires_approval: true }));
  const html = largeHtml();
  const scheduled = await actor.schedule({ scheduled_at: 'in 10 days', html });
  const inReplyTo = await sentMessageId(actor, old.sent);

  await pass(5);
  const answer = await actor.accepted({ thread_id: ongoing.thread });
  await pass(1);
  const all = [answer.id, scheduled, held.id, rejected, news, ongoing.sent, old.sent];
  expect(await idsIn(actor)).toEqual(all);
  expect(objectsOf(old.sent, news)).toHaveLength(2);

  await pass(2);
  expect(await idsIn(actor)).toEqual([answer.id, scheduled, ongoing.sent]);
  expect((await actor.thread(ongoing.thread)).messages).toHaveLength(3);
  for (const path of [
    `emails/${old.sent}`,
    `emails/${news}`,
    `threads/${old.thread}`,
    `inbound/${old.received}`,
  ])
    expect(await statusOf(actor, `/v1/${path}`)).toBe(404);
  const gone = [old.sent, old.received, old.thread, news, rejected, held.approval_id];
  expect(await tracesOf(...gone)).toEqual([]);
  // What is known of people and of days is no mail.
  expect((await actor.api('GET', '/v1/suppressions')).body.data).toMatchObject([
    { email: 'gone@example.com' },
  ]);
  expect((await actor.api('GET', '/v1/emails/metrics?days=60')).body).toMatchObject({ totals: { sent: 4 } });
  // What answers it begins anew.
  await arrives(actor, { inReplyTo, subject: 'Re: Parcel', messageId: '<late@example.com>' });
  const [late] = await threadsOf(actor);
  expect(late).toMatchObject({ subject: 'Re: Parcel', message_count: 1 });

  await pass(3);
  expect(await actor.read(scheduled)).toMatchObject({ status: 'delivered' });
  expect(String((await mailOf(service, scheduled)).raw)).toContain(html.slice(0, 50));

  await pass(9);
  expect(await idsIn(actor)).toEqual([]);
  expect(await threadsOf(actor)).toEqual([]);
  expect(await tracesOf(ongoing.sent, ongoing.thread, answer.id, late.id)).toEqual([]);
  expect(objectsOf(scheduled)).toEqual([]);
  expect(await idsIn(other)).toEqual([kept.sent]);
  expect((await other.thread(kept.thread)).messages).toHaveLength(2);
  expect(deadLetters(service)).toEqual([]);
});

test('it goes all the same when whoever is at it dies at each kind of call', async () => {
  const actor = await withRetention();
  const { sent, thread, received } = await aConversation(actor);
  const deaths: [string, string, string][] = [
    ['s3', 'DeleteObjects', 'after'],
    ['s3', 'DeleteObjects', 'before'],
    ['dynamodb', 'Query', 'after'],
    ['dynamodb', 'BatchWriteItem', 'after'],
    ['dynamodb', 'TransactWriteItems', 'before'],
  ];
  for (const [name, operation, crash] of deaths)
    await service.control('POST', '/faults', {
      ...{ service: name, operation, crash, function: 'followUp', times: 1 },
    });

  await pass(8);
  await service.advance(hour);
  await service.settle();
  await service.control('DELETE', '/faults');

  expect(await tracesOf(sent, thread, received)).toEqual([]);
  expect(deadLetters(service)).toEqual([]);
});

test('who complains about a mail that is gone gets none all the same, as long as the workspace is there', async () => {
  const [actor, deleted] = [await withRetention(), await anActor(service, { mail_retention_days: 7 })];
  await actor.accepted({ to: 'kim@example.com' });
  await deleted.accepted();
  const sent = [...(await actor.outbox()), ...(await deleted.outbox())];
  await pass(8);
  expect(await idsIn(actor)).toEqual([]);
  await service.control('POST', '/administer', {
    action: 'deleteWorkspace',
    input: { id: deleted.workspaceId, confirm: deleted.workspaceId },
  });
  await pass(1);

  for (const mail of sent)
    await service.control('POST', `/outbox/${String(mail['provider_message_id'])}/events`, {
      type: 'complaint',
    });
  await service.settle();

  expect((await actor.api('GET', '/v1/suppressions')).body.data).toMatchObject([
    { email: 'kim@example.com', scope: 'all', reason: 'complaint' },
  ]);
  const left = await ServiceTable.with(service, (table) => table.everything());
  expect(left.filter(({ pk }) => pk.startsWith(`W#${deleted.workspaceId}`))).toEqual([]);
});

test('it stays once the setting is taken back, and nothing looks after it any more', async () => {
  const actor = await anActor(service);
  await retain(actor, 7);
  const { id } = await actor.accepted();
  await pass(1);
  await retain(actor, null);

  await pass(8);

  expect(await idsIn(actor)).toEqual([id]);
  expect(await tracesOf('expireMail')).not.toContain(`W#${actor.workspaceId} RETENTION`);
});

test.each([6, 3_651, 7.5, 'ten'])('%p days are refused, and change nothing', async (days) => {
  const actor = await anActor(service);
  await retain(actor, 3_650);

  const answer = await fetch(`${service.at.console}/control/workspaces/${actor.workspaceId}`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ mail_retention_days: days }),
  });

  expect(answer.status).toBe(400);
  expect(await service.control('PATCH', `/workspaces/${actor.workspaceId}`, {})).toMatchObject({
    mail_retention_days: 3_650,
  });
});
