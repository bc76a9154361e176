import { GetAccountCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { logger } from '../core/logger';
import { minuteMs, now } from '../core/time';

const client = new SESv2Client({});

/** What SES takes from this account. */
export interface SendQuota {
  /** Recipients a second. */
  maxSendRate: number;
  /** Recipients that it still takes of those of the last 24 hours. */
  leftOf24Hours: number;
}

let known: (SendQuota & { readAt: number }) | undefined;

/**
 * The quota as it was so long ago at the most. SES answers this once a second for the whole account: where it does not,
 * the quota is as it was when it last did.
 */
async function sendQuota(ageMsMax: number): Promise<SendQuota> {
  if (known && now() - known.readAt < ageMsMax) return known;
  try {
    known = { ...(await readQuota()), readAt: now() };
  } catch (error) {
    if (!known) throw error;
    logger.warn('send quota not read', { error });
  }
  return known;
}

async function readQuota(): Promise<SendQuota> {
  const { SendQuota: quota } = await client.send(new GetAccountCommand({}));
  const { MaxSendRate = 1, Max24HourSend = Infinity, SentLast24Hours = 0 } = quota ?? {};
  // SES says -1 where there is no limit.
  const leftOf24Hours = Max24HourSend < 0 ? Infinity : Math.max(0, Max24HourSend - SentLast24Hours);
  return { maxSendRate: MaxSendRate, leftOf24Hours };
}

/**
 * Recipients that SES still takes of those of the last 24 hours, as it was so long ago at the most. Where it is too busy
 * to say, as many as there are: then its refusals say it.
 */
export const leftOf24Hours = async (ageMsMax: number): Promise<number> =>
  sendQuota(ageMsMax).then(
    (quota) => quota.leftOf24Hours,
    (error: unknown) => {
      logger.warn('send quota not known', { error });
      return Infinity;
    },
  );

const rateKeptMs = 5 * minuteMs;

/** Recipients a second that SES takes from this account. */
export const maxSendRate = async (): Promise<number> => (await sendQuota(rateKeptMs)).maxSendRate;
