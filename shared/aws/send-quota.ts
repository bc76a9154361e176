import { GetAccountCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { logger } from '../core/logger';
import { minuteMs, now } from '../core/time';

const client = new SESv2Client({});

/** What SES takes from this account. */
export interface SendQuota {
  /** Recipients a second. */
  maxSendRate: number;
  /** Recipients that it still takes of those of the last 24 hours. */
  remaining24HourQuota: number;
}

let cachedQuota: (SendQuota & { readAt: number }) | undefined;

/**
 * The quota as it was so long ago at the most. SES answers this once a second for the whole account: where it does not,
 * the quota is as it was when it last did.
 */
async function loadSendQuota(cacheAgeMsMax: number): Promise<SendQuota> {
  if (cachedQuota && now() - cachedQuota.readAt < cacheAgeMsMax) return cachedQuota;
  try {
    cachedQuota = { ...(await readQuota()), readAt: now() };
  } catch (error) {
    if (!cachedQuota) throw error;
    logger.warn('send quota not read', { error });
  }
  return cachedQuota;
}

async function readQuota(): Promise<SendQuota> {
  const { SendQuota: accountQuota } = await client.send(new GetAccountCommand({}));
  const { MaxSendRate = 1, Max24HourSend = Infinity, SentLast24Hours = 0 } = accountQuota ?? {};
  // SES says -1 where there is no limit.
  const remaining24HourQuota = Max24HourSend < 0 ? Infinity : Math.max(0, Max24HourSend - SentLast24Hours);
  return { maxSendRate: MaxSendRate, remaining24HourQuota };
}

/**
 * Recipients that SES still takes of those of the last 24 hours, as it was so long ago at the most. Where it is too busy
 * to say, as many as there are: then its refusals say it.
 */
export const loadRemaining24HourQuota = async (cacheAgeMsMax: number): Promise<number> =>
  loadSendQuota(cacheAgeMsMax).then(
    (quota) => quota.remaining24HourQuota,
    (error: unknown) => {
      logger.warn('send quota not known', { error });
      return Infinity;
    },
  );

const rateCacheMs = 5 * minuteMs;

/** Recipients a second that SES takes from this account. */
export const loadMaxSendRate = async (): Promise<number> => (await loadSendQuota(rateCacheMs)).maxSendRate;
