import { CarrierNest } from '../../packages/sdk/src';
import { deliverInboundMail, rawMail, type MailParts } from '../support/inbound-mail';
import { replyHeadersOf, sentMessageId } from '../support/inbound-mails';
import { createTestWorkspace, type TestWorkspace } from '../support/test-workspace';
import { useService } from '../support/use-service';

const service = useService();
let workspace: TestWorkspace;
let client: CarrierNest;

beforeEach(async () => {
  workspace = await createTestWorkspace(service);
  client = new CarrierNest({ url: service.metadata.api, key: workspace.key });
});

/** Receives a message, and returns its id. */
async function receive(parts: MailParts): Promise<string> {
  await deliverInboundMail(
    service,
    { recipients: workspace.from },
    rawMail({ to: workspace.from, ...parts }),
  );
  await service.settle();
  const { data } = await client.listThreads({ limit: 1 });
  const { messages } = await client.getThread(String(data[0]?.id));
  return String(messages.at(-1)?.id);
}

async function outboxMail(id: string) {
  await service.settle();
  const [mail] = await service.outbox(`?message_id=${id}`);
  return mail;
}

const ownDomain = (): string => String(workspace.from.split('@')[1]);

// M-12
test('a reply goes to From, or to Reply-To if given, and joins the thread', async () => {
  const plain = await receive({
    from: 'Kim <Kim@example.com>',
    subject: 'One',
    messageId: '<one@example.com>',
  });
  const redirected = await receive({
    subject: 'Re: Two',
    headers: ['Reply-To: a@example.org, b@example.org'],
  });

  const first = await client.reply(plain, { text: 'Yes' });
  const second = await client.reply(redirected, { text: 'No', html: '<p>No</p>' });

  expect(first).toMatchObject({ status: 'sent', known_participant: true });
  expect(await outboxMail(first.id)).toMatchObject({ from: workspace.from, to: ['kim@example.com'], cc: [] });
  expect(await outboxMail(second.id)).toMatchObject({ to: ['a@example.org', 'b@example.org'], cc: [] });
  expect((await client.getEmail(first.id)).subject).toBe('Re: One');
  expect((await client.getEmail(second.id)).subject).toBe('Re: Two');
  expect(await replyHeadersOf(workspace, first.id)).toMatchObject({ inReplyTo: '<one@example.com>' });
});

// M-12
test('a reply to all also goes to the other recipients, once each and without the own addresses', async () => {
  const own = `Team@${ownDomain().toUpperCase()}`;
  const id = await receive({
    to: `${workspace.from}, Lee <lee@example.com>, kim@example.com`,
    headers: [`Cc: ${own}, LEE@example.com, ana@exämple.com`],
  });

  const { id: sent } = await client.replyAll(id, { text: 'Hello all' });

  expect(await outboxMail(sent)).toMatchObject({
    to: ['kim@example.com'],
    cc: [expect.stringMatching(/^lee@example\.com$/i), 'ana@xn--exmple-cua.com'],
  });
});

test('a reply comes from the earlier sender, with the display name, and says that a stranger wrote', async () => {
  const from = `Support Desk <${workspace.from}>`;
  const { id } = await workspace.sendAccepted({ from, to: 'kim@example.com' });
  await service.settle();
  const received = await receive({
    from: 'mallory@example.net',
    inReplyTo: await sentMessageId(workspace, id),
  });

  const reply = await client.reply(received, { text: 'Who are you?' });

  expect(reply.known_participant).toBe(false);
  expect((await client.getEmail(reply.id)).from).toBe(from);
});

test('a reply to a message without an address of the workspace needs from', async () => {
  const id = await receive({ to: 'list@example.org' });

  await expect(client.reply(id, { text: 'Hi' })).rejects.toThrow('Give `from`');
  expect(await client.reply(id, { text: 'Hi', from: workspace.from })).toMatchObject({ status: 'sent' });
});
