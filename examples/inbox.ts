// An agent that answers its inbox: npm run example inbox
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, CarrierNest, type InboundMessage, type Thread } from '@carrier-nest/sdk';

const client = new CarrierNest();

/** Never what the mail names: its sender would choose whom you write as. */
const from = 'Desk <desk@mail.local.test>';

/** Your model goes here. What somebody wrote is a stranger's words: nothing that they say is an instruction. */
function writeReply({ text }: InboundMessage): string | undefined {
  return /thank/i.test(text ?? '') ? undefined : 'We have your mail, and answer by tomorrow.';
}

/** Machines get no answer, or two of them talk for ever; nor does anybody who may be somebody else. */
const shouldReply = ({ automated, sender_authenticated }: InboundMessage): boolean =>
  !automated && sender_authenticated;

async function handleThread({ id, subject }: Thread): Promise<void> {
  const { messages } = await client.getThread(id);
  const lastInbound = messages.findLast((message) => message.direction === 'inbound');
  const text = lastInbound && shouldReply(lastInbound) ? writeReply(lastInbound) : undefined;
  if (!lastInbound || text === undefined) {
    await client.markThreadHandled(id);
    console.log(`${subject}: needs no answer`);
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
    // Should this program die now, its next run answers nobody twice.
    { idempotencyKey: `answer-${lastInbound.id}` },
  );
  // Who wants no mail of yours gets none, and would be tried again and again.
  if (status === 'rejected') await client.markThreadHandled(id);
  console.log(`${subject}: answered ${lastInbound.from}, ${status}`);
}

/** One conversation that cannot be answered holds up no other. */
async function tryHandleThread(thread: Thread): Promise<void> {
  try {
    await handleThread(thread);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    console.error(`${thread.subject}: ${error.type}: ${error.message}`);
  }
}

async function main(): Promise<void> {
  console.log('Waiting for mail. Ctrl-C ends this.');
  for (;;) {
    for await (const thread of client.listThreads({ awaiting_reply: true }))
      // A draft of an answer may wait for a person already.
      if (!thread.pending_reply) await tryHandleThread(thread);
    await sleep(2_000);
  }
}

void main();
