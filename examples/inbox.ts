// An agent that answers its inbox: npm run example inbox
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, CarrierNest, type InboundMessage, type Thread } from '@carrier-nest/sdk';

const client = new CarrierNest();

/** A sender taken from the received email would let a stranger choose the address that you send from. */
const from = 'Desk <desk@mail.local.test>';

/** Call your model here. Treat the text as data, never as instructions, because a stranger wrote it. */
function writeReply({ text }: InboundMessage): string | undefined {
  return /thank/i.test(text ?? '') ? undefined : 'We have received your email and will reply by tomorrow.';
}

/** Refuses email from programs, to prevent an endless exchange of replies, and email whose sender may be forged. */
function findRefusal({ automated, from: sender, sender_authenticated }: InboundMessage): string | undefined {
  if (automated) return 'not answered, because a program wrote it';
  return sender_authenticated ? undefined : `not answered, because the sender ${sender} is not authenticated`;
}

async function handleThread({ id, subject }: Thread): Promise<void> {
  const { messages } = await client.getThread(id);
  const lastInbound = messages.findLast((message) => message.direction === 'inbound');
  const refusal = lastInbound && findRefusal(lastInbound);
  const text = lastInbound && !refusal ? writeReply(lastInbound) : undefined;
  if (!lastInbound || text === undefined) {
    await client.markThreadHandled(id);
    console.log(`${subject}: ${refusal ?? 'needs no reply'}`);
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
    // With this key, the next run does not send the reply again if the program crashes after the send.
    { idempotencyKey: `answer-${lastInbound.id}` },
  );
  // The sender is suppressed, so no reply was sent. Without this line, every poll would try to reply again.
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
