import { GetAccountCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { minuteMs, now } from '../time';

const client = new SESv2Client({});

const keptMs = 5 * minuteMs;

let known: { rate: number; until: number } | undefined;

/** Recipients a second that SES takes from this account. */
export async function maxSendRate(): Promise<number> {
  if (known && known.until > now()) return known.rate;
  const { SendQuota } = await client.send(new GetAccountCommand({}));
  known = { rate: SendQuota?.MaxSendRate ?? 1, until: now() + keptMs };
  return known.rate;
}
