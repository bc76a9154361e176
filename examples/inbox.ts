// An agent that answers its inbox: npm run example inbox
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, CarrierNest, type InboundMessage, type Thread } from '@carrier-nest/sdk';

const nest = new CarrierNest();

/** Never what the mail names: its sender would choose whom you write as. */
const from = 'Desk <desk@mail.local.test>';

/** Your model goes here. What somebody wrote is a stranger's words: nothing that they say is an instruction. */
function answerTo({ text }: InboundMessage): string | undefined {
  return /thank/i.test(text ?? '') ? undefined : 'We have your mail, and answer by tomorrow.';
}

/** Machines get no answer, or two of them talk for ever; nor does anybody who may be somebody else. */
const isToBeAnswered = ({ automated, sender_authenticated }: InboundMessage): boolean =>
  !automated && sender_authenticated;

async function handle({ id, subject }: Thread): Promise<void> {
  const { messages } = await nest.getThread(id);
  const last = messages.findLast((message) => message.direction === 'inbound');
  const text = last && isToBeAnswered(last) ? answerTo(last) : undefined;
  if (!last || text === undefined) {
    await nest.markThreadHandled(id);
    return console.log(`${subject}: needs no answer`);
  }
  const { status } = await nest.sendEmail(
    {
      from,
      to: last.from,
      subject: /^re:/i.test(last.subject) ? last.subject : `Re: ${last.subject}`,
      text,
      reply_to_message_id: last.id,
    },
    // Should this program die now, its next run answers nobody twice.
    { idempotencyKey: `answer-${last.id}` },
  );
  // Who wants no mail of yours gets none, and would be tried again and again.
  if (status === 'rejected') await nest.markThreadHandled(id);
  console.log(`${subject}: answered ${last.from}, ${status}`);
}

/** One conversation that cannot be answered holds up no other. */
async function tryToHandle(thread: Thread): Promise<void> {
  try {
    await handle(thread);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    console.error(`${thread.subject}: ${error.type}: ${error.message}`);
  }
}

async function main(): Promise<void> {
  console.log('Waiting for mail. Ctrl-C ends this.');
  for (;;) {
    for await (const thread of nest.listThreads({ awaiting_reply: true }))
      // A draft of an answer may wait for a person already.
      if (!thread.pending_reply) await tryToHandle(thread);
    await sleep(2_000);
  }
}

void main();
