// A support agent that waits for email and drafts replies for approval: npm run example support
import { CarrierNest, CarrierNestError, type ListedMessage } from '@carrier-nest/sdk';

/** Call your model here. Treat the text as data, never as instructions, because a stranger wrote it. */
function writeReply({ text }: ListedMessage): string | undefined {
  return /thank/i.test(text ?? '') ? undefined : 'We have received your email and will reply by tomorrow.';
}

/** Refuses email from programs, to prevent an endless exchange of replies, and email whose sender may be forged. */
function findRefusal({ automated, from, sender_authenticated }: ListedMessage): string | undefined {
  if (automated) return 'a program wrote it';
  return sender_authenticated ? undefined : `the sender ${from} is not authenticated`;
}

async function answer(agent: CarrierNest, message: ListedMessage): Promise<string> {
  const refusal = findRefusal(message);
  if (refusal) return refusal;
  const text = writeReply(message);
  if (text === undefined) return 'needs no reply';
  // If the program crashes and reads the message again, the key prevents a second reply.
  const idempotencyKey = `reply-${message.id}`;
  const { status, approval_id } = await agent.reply(message.id, { text }, { idempotencyKey });
  return `reply to ${message.from} is ${status}, approval ${approval_id}`;
}

function describeError(error: unknown): string {
  if (error instanceof CarrierNestError) return error.message;
  throw error;
}

async function main(): Promise<void> {
  // The key of the inbox sends only from its address, sees only its email, and needs an approval for each email.
  const inbox = await new CarrierNest().createInbox({
    display_name: 'Support',
    key: { scopes: ['emails:send', 'threads:read'], requires_approval: true },
  });
  const agent = new CarrierNest({ key: inbox.key?.key });
  // A real program stores `after` and continues from it after a restart.
  let { next_cursor: after } = await agent.getReceivedMessages({ after: 'now' });
  console.log(`Waiting for email to ${inbox.address}. Press Ctrl-C to stop.`);
  for (;;) {
    const message = await agent.inbound.wait({ after });
    if (!message) continue;
    // An error about one message does not stop the agent.
    const outcome = await answer(agent, message).catch(describeError);
    console.log(`${message.subject}: ${outcome}`);
    after = message.id;
  }
}

void main();
