import { CarrierNest, UnknownRecipientError } from '../../packages/sdk/src';
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
async function receive(parts: MailParts, verdicts: { dmarc?: string } = {}): Promise<string> {
  await deliverInboundMail(
    service,
    { recipients: workspace.from, ...verdicts },
    rawMail({ to: workspace.from, ...parts }),
  );
  await service.settle();
  const { data } = await client.listThreads({ limit: 1 });
  const { messages } = await client.getThread(String(data[0]?.id));
  return String(messages.at(-1)?.id);
}

const authenticated = { dmarc: 'PASS' };

/** Sends an email that starts a conversation with kim@example.com, and returns its Message-ID. */
async function startConversation(overrides: Record<string, unknown> = {}): Promise<string> {
  const { id } = await workspace.sendAccepted({ to: 'kim@example.com', ...overrides });
  await service.settle();
  return sentMessageId(workspace, id);
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
  const second = await client.reply(redirected, { text: 'No', html: '<p>No</p>', allow_unknown: true });

  expect(first).toMatchObject({ status: 'sent', known_participant: true });
  expect(second).toMatchObject({ status: 'sent', known_participant: false });
  expect(await outboxMail(first.id)).toMatchObject({ from: workspace.from, to: ['kim@example.com'], cc: [] });
  expect(await outboxMail(second.id)).toMatchObject({ to: ['a@example.org', 'b@example.org'], cc: [] });
  expect((await client.getEmail(first.id)).subject).toBe('Re: One');
  expect((await client.getEmail(second.id)).subject).toBe('Re: Two');
  expect(await replyHeadersOf(workspace, first.id)).toMatchObject({ inReplyTo: '<one@example.com>' });
});

// M-12
test('a reply to all also goes to the other recipients, once each and without the own addresses', async () => {
  const own = `Team@${ownDomain().toUpperCase()}`;
  const id = await receive(
    {
      to: `${workspace.from}, Lee <lee@example.com>, kim@example.com`,
      headers: [`Cc: ${own}, LEE@example.com, ana@exämple.com`],
    },
    authenticated,
  );

  const { id: sent, known_participant: isKnown } = await client.replyAll(id, { text: 'Hello all' });

  expect(isKnown).toBe(true);

  expect(await outboxMail(sent)).toMatchObject({
    to: ['kim@example.com'],
    cc: [expect.stringMatching(/^lee@example\.com$/i), 'ana@xn--exmple-cua.com'],
  });
});

test('a reply comes from the earlier sender, with the display name', async () => {
  const from = `Support Desk <${workspace.from}>`;
  const received = await receive({ inReplyTo: await startConversation({ from }) });

  const reply = await client.reply(received, { text: 'Thanks' });

  expect(reply.known_participant).toBe(true);
  expect((await client.getEmail(reply.id)).from).toBe(from);
});

describe('a reply is sent only with `allow_unknown`', () => {
  const mallory = 'mallory@example.net';

  // M-13
  test.each<[string, MailParts, { dmarc?: string }, 'reply' | 'replyAll']>([
    ['to a sender who joined uninvited', { from: mallory }, authenticated, 'reply'],
    ['to a Reply-To of a forged From', { headers: [`Reply-To: ${mallory}`] }, { dmarc: 'FAIL' }, 'reply'],
    ['to a Reply-To that leads elsewhere', { headers: [`Reply-To: ${mallory}`] }, authenticated, 'reply'],
    ['to one of several in Reply-To', { headers: [`Reply-To: kim@example.com, ${mallory}`] }, {}, 'reply'],
    ['to a Cc of a forged From', { headers: [`Cc: ${mallory}`] }, { dmarc: 'FAIL' }, 'replyAll'],
  ])('%s', async (_case, parts, verdicts, method) => {
    const id = await receive({ inReplyTo: await startConversation(), ...parts }, verdicts);
    const before = await service.outbox();

    const refusal = await client[method](id, { text: 'Secret' }).catch((error: unknown) => error);

    expect(refusal).toBeInstanceOf(UnknownRecipientError);
    expect(refusal).toMatchObject({ addresses: [mallory], message: expect.stringContaining(mallory) });
    await service.settle();
    expect(await service.outbox()).toEqual(before);
    expect(await client[method](id, { text: 'Secret', allow_unknown: true })).toMatchObject({
      status: 'sent',
      known_participant: false,
    });
  });

  // M-13
  test('to a known address in Reply-To if nothing proves who wrote the message', async () => {
    const inReplyTo = await startConversation({ to: ['kim@example.com', 'Lee <Lee@example.com>'] });
    const headers = ['Reply-To: lee@example.com'];
    const forged = await receive({ inReplyTo, headers });
    const proven = await receive({ inReplyTo, headers, subject: 'Again' }, authenticated);

    await expect(client.reply(forged, { text: 'Hi' })).rejects.toThrow('lee@example.com');
    expect(await client.reply(proven, { text: 'Hi' })).toMatchObject({ known_participant: true });
  });

  // M-13
  test('to a person to whom an email of the conversation is only scheduled', async () => {
    const inReplyTo = await startConversation();
    const id = await receive({ inReplyTo, headers: [`Reply-To: ${mallory}`] }, authenticated);
    const { thread_id } = await client.getReceivedMessage(id);
    await workspace.schedule({ to: mallory, thread_id });

    await expect(client.reply(id, { text: 'Hi' })).rejects.toThrow(UnknownRecipientError);
  });
});

// M-12
test('a conversation with more participants than the service lists has replies to all of a message', async () => {
  const crowd = Array.from({ length: 500 }, (_one, index) => `p${index}@crowd.example`);
  const inReplyTo = await startConversation();
  await receive({ inReplyTo, headers: [`Cc: ${crowd.join(',\r\n ')}`] }, authenticated);
  const id = await receive({ inReplyTo, headers: ['Cc: late@example.org'], subject: 'Late' }, authenticated);

  const { id: sent } = await client.replyAll(id, { text: 'Hello all' });

  expect(await outboxMail(sent)).toMatchObject({ from: workspace.from, cc: ['late@example.org'] });
});

test('a first message to more people than the service lists needs from', async () => {
  const crowd = Array.from({ length: 500 }, (_one, index) => `p${index}@crowd.example`);
  const id = await receive({ to: `${crowd.join(',\r\n ')}, late@example.org`, subject: 'Crowd' });

  await expect(client.reply(id, { text: 'Hi' })).rejects.toThrow('Give `from`');
  expect(await client.reply(id, { text: 'Hi', from: workspace.from })).toMatchObject({ status: 'sent' });
});

test('a reply to a message without an address of the workspace needs from', async () => {
  const id = await receive({ to: 'list@example.org' });

  await expect(client.reply(id, { text: 'Hi' })).rejects.toThrow('Give `from`');
  expect(await client.reply(id, { text: 'Hi', from: workspace.from })).toMatchObject({ status: 'sent' });
});
