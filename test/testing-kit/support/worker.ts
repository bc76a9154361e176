import { startCarrierNest } from '../../../packages/testing/src';

/** A test worker: sends an email to the address in its arguments, prints the recipients in its outbox, and runs until killed. */
async function main(to: string): Promise<void> {
  const nest = await startCarrierNest();
  await nest.client.sendEmail({ from: `desk@${nest.domain}`, to, subject: 'Hello', text: 'It works.' });
  await nest.outbox.waitFor({ to });
  const recipients = (await nest.outbox.all()).flatMap((email) => email.to);
  process.stdout.write(`${JSON.stringify({ url: nest.url, recipients })}\n`);
  setInterval(() => undefined, 1_000);
}

void main(process.argv[2] ?? '');
