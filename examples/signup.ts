// An agent that signs up to a shop with an inbox of its own: npm run example signup
import { CarrierNest } from '@carrier-nest/sdk';
import { startShop } from './signup/shop';

const client = new CarrierNest();

async function post(url: string, body: object): Promise<void> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`The shop answered ${response.status}: ${await response.text()}`);
}

/** Waits for the code that the shop sends. */
async function readCode(inboxId: string, after: string): Promise<string> {
  const message = await client.inbound.wait({ inbox_id: inboxId, after }, { waitMs: 30_000 });
  if (!message) throw new Error('The shop sent no email within 30 seconds.');
  const { extracted } = await client.getReceivedMessage(message.id);
  const code = extracted.codes.find(({ kind }) => kind === 'otp');
  if (!code) throw new Error(`The email "${message.subject}" contains no code.`);
  return code.value;
}

async function signUp(shopUrl: string): Promise<void> {
  const { id, address } = await client.createInbox({ display_name: 'Shopping agent' });
  // Read the position before the sign-up, so that an email that arrives before the wait is not missed.
  const { next_cursor: after } = await client.getReceivedMessages({ inbox_id: id, after: 'now' });
  await post(`${shopUrl}/accounts`, { email: address });
  const code = await readCode(id, after);
  await post(`${shopUrl}/accounts/confirm`, { email: address, code });
  console.log(`The shop confirmed the account of ${address} with the code ${code}.`);
}

async function main(): Promise<void> {
  const shop = await startShop();
  await signUp(shop.url).finally(shop.stop);
}

void main();
