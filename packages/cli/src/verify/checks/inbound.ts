import { createHash } from 'node:crypto';
import { attachment, type ReceivedMessage } from '../../../../sdk/src';
import { CheckFailure, type Check } from '../check';
import { ownAddress, sendEmail, senderOf, subjectOf, type VerifyContext } from '../context';
import { expectThat, waitFor } from '../wait';

export const inboundCheck: Check = {
  id: 'inbound',
  expected: 'mail to the domain is on a thread with its attachment, and a reply joins the thread',
  needs: ['domain'],
  run: checkInbound,
};

const file = 'Attached by carrier-nest verify.\n'.repeat(100);
const sha256 = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

async function checkInbound(ctx: VerifyContext): Promise<string> {
  refuseWrongMx(ctx);
  const to = ownAddress(ctx.run, 'inbox');
  const sent = await sendEmail(ctx, 'inbound', {
    to,
    attachments: [await attachment('verify.txt', file)],
  });
  const message = await waitForMessage(ctx, subjectOf(ctx.run, 'inbound'), sent.id);
  await checkFile(ctx, message);
  const reply = await sendEmail(ctx, 'reply', {
    from: to,
    to: ownAddress(ctx.run, 'sender'),
    subject: `Re: ${message.subject}`,
    reply_to_message_id: message.id,
  });
  await waitForReply(ctx, reply.id, sent.thread_id ?? '');
  return `received with its attachment; the reply is on the thread; DKIM ${message.dkim_verdict ?? 'not reported'}`;
}

function refuseWrongMx({ run }: VerifyContext): void {
  const { domain, dns_records: records } = senderOf(run);
  const mx = records.find(({ kind }) => kind === 'inbound_mx');
  if (!mx || mx.status === 'ok' || mx.status === 'unchecked') return;
  const found = mx.found.length > 0 ? mx.found.join(', ') : 'no record';
  throw new CheckFailure('wrong-mx', `the MX of ${domain} is ${found}`, { domain, detail: mx.value });
}

/** Waits for the message with this subject. `emailId` is the email that the service sent. */
export async function waitForMessage(
  ctx: VerifyContext,
  subject: string,
  emailId: string,
): Promise<ReceivedMessage> {
  const messageId = await waitFor(ctx, {
    kind: 'received-message',
    domain: senderOf(ctx.run).domain,
    item: 'the received message',
    read: () => findMessage(ctx, subject),
    missing: (seconds) => describeMissing(ctx, emailId, seconds),
  });
  return ctx.client.getReceivedMessage(messageId);
}

/** The sent email starts a thread with the same subject, so the thread must have an inbound message. */
async function findMessage({ client }: VerifyContext, subject: string): Promise<string | undefined> {
  const { data } = await client.listThreads({ limit: 100 });
  for (const thread of data.filter((candidate) => candidate.subject === subject)) {
    const { messages } = await client.getThread(thread.id);
    const message = messages.find(({ direction }) => direction === 'inbound');
    if (message) return message.id;
  }
  return undefined;
}

async function describeMissing(ctx: VerifyContext, emailId: string, seconds: number): Promise<CheckFailure> {
  const { status, events } = await ctx.client.getEmail(emailId);
  const bounce = events.find(({ type }) => type === 'bounce');
  const detail = bounce?.detail ?? status;
  return new CheckFailure(
    'not-received',
    `no message within ${seconds} s; the sent email is "${status}"${bounce?.detail ? `: ${bounce.detail}` : ''}`,
    { domain: senderOf(ctx.run).domain, detail, item: status },
  );
}

async function checkFile({ client }: VerifyContext, { id }: ReceivedMessage): Promise<void> {
  const { data } = await client.listAttachments(id);
  const [received] = data;
  if (!received) throw new CheckFailure('wrong-file', 'received without the attachment');
  const bytes = await (await client.downloadAttachment(id, received.index)).bytes();
  expectThat(sha256(bytes) === sha256(file), `the attachment has ${bytes.length} other bytes`, 'wrong-file');
}

/** Waits until the thread of the first email has the reply. */
const waitForReply = (ctx: VerifyContext, emailId: string, threadId: string): Promise<true> =>
  waitFor(ctx, {
    kind: 'received-message',
    domain: senderOf(ctx.run).domain,
    item: 'the received reply',
    read: async () => {
      const { messages } = await ctx.client.getThread(threadId);
      return messages.some(({ direction }) => direction === 'inbound') || undefined;
    },
    missing: (seconds) => describeMissing(ctx, emailId, seconds),
  });
