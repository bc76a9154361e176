import { GetAccountCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { logger } from '../core/logger';
import { minuteMs, now } from '../core/time';

const client = new SESv2Client({});

/** The limits of the SES account. */
export interface SendQuota {
  /** The number of recipients per second. */
  maxSendRate: number;
  /** The number of recipients that the 24-hour quota still allows. */
  remaining24HourQuota: number;
}

let cachedQuota: (SendQuota & { readAt: number }) | undefined;

/**
 * Returns the quota, at most `cacheAgeMsMax` old. SES allows this call once per second for the whole account. If the
 * call fails, the function returns the last known quota.
 */
async function loadSendQuota(cacheAgeMsMax: number): Promise<SendQuota> {
  if (cachedQuota && now() - cachedQuota.readAt < cacheAgeMsMax) return cachedQuota;
  try {
    cachedQuota = { ...(await readQuota()), readAt: now() };
  } catch (error) {
    if (!cachedQuota) throw error;
    logger.warn('could not read the send quota', { error });
  }
  return cachedQuota;
}

async function readQuota(): Promise<SendQuota> {
  const { SendQuota: accountQuota } = await client.send(new GetAccountCommand({}));
  const { MaxSendRate = 1, Max24HourSend = Infinity, SentLast24Hours = 0 } = accountQuota ?? {};
  // SES returns -1 for an unlimited quota.
  const remaining24HourQuota = Max24HourSend < 0 ? Infinity : Math.max(0, Max24HourSend - SentLast24Hours);
  return { maxSendRate: MaxSendRate, remaining24HourQuota };
}

/**
 * Returns the number of recipients that the 24-hour quota still allows, at most `cacheAgeMsMax` old. If the quota is
 * unknown, returns Infinity, and SES rejects emails above the quota.
 */
export const loadRemaining24HourQuota = async (cacheAgeMsMax: number): Promise<number> =>
  loadSendQuota(cacheAgeMsMax).then(
    (quota) => quota.remaining24HourQuota,
    (error: unknown) => {
      logger.warn('the send quota is unknown', { error });
      return Infinity;
    },
  );

const rateCacheMs = 5 * minuteMs;

/** Returns the number of recipients per second that SES accepts from this account. */
export const loadMaxSendRate = async (): Promise<number> => (await loadSendQuota(rateCacheMs)).maxSendRate;
