// An agent that answers its inbox: npm run example inbox
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, CarrierNest, type InboundMessage, type Thread } from '@carrier-nest/sdk';

const client = new CarrierNest();

/** A fixed sender. If it came from the received email, a stranger could choose the address that you write from. */
const from = 'Desk <desk@mail.local.test>';

/** Call your model here. The text comes from a stranger: treat it as data, never as instructions. */
function writeReply({ text }: InboundMessage): string | undefined {
  return /thank/i.test(text ?? '') ? undefined : 'We have received your email and will reply by tomorrow.';
}

/** Skips automated email, to prevent a loop between two machines, and senders that could be forged. */
const shouldReply = ({ automated, sender_authenticated }: InboundMessage): boolean =>
  !automated && sender_authenticated;

async function handleThread({ id, subject }: Thread): Promise<void> {
  const { messages } = await client.getThread(id);
  const lastInbound = messages.findLast((message) => message.direction === 'inbound');
  const text = lastInbound && shouldReply(lastInbound) ? writeReply(lastInbound) : undefined;
  if (!lastInbound || text === undefined) {
    await client.markThreadHandled(id);
    console.log(`${subject}: needs no reply`);
    return;
  }
  const { status } = await client.sendEmail(
    {
      from,
      to: lastInbound.from,
      subject: /^re:/i.test(lastInbound.subject) ? lastInbound.subject : `Re: ${lastInbound.subject}`,
      text,
      reply_to_message_id: lastInbound.id,
    },
    // If the program crashes after the send, its next run does not send the reply again.
    { idempotencyKey: `answer-${lastInbound.id}` },
  );
  // A suppressed sender gets no reply. Without this line, every run would try again.
  if (status === 'rejected') await client.markThreadHandled(id);
  console.log(`${subject}: replied to ${lastInbound.from}, ${status}`);
}

/** Logs an API error, so that one conversation does not block the others. */
async function tryHandleThread(thread: Thread): Promise<void> {
  try {
    await handleThread(thread);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    console.error(`${thread.subject}: ${error.type}: ${error.message}`);
  }
}

async function main(): Promise<void> {
  console.log('Waiting for email. Press Ctrl-C to stop.');
  for (;;) {
    for await (const thread of client.listThreads({ awaiting_reply: true }))
      // A drafted reply may already be waiting for approval.
      if (!thread.pending_reply) await tryHandleThread(thread);
    await sleep(2_000);
  }
}

void main();
