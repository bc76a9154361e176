import type { Context } from 'aws-lambda';
import { checkDomain } from '../../shared/domain/platform/domains/check-domain';
import { checksPerRun, listDueDomains } from '../../shared/domain/platform/domains/check-schedule';
import type { Domain } from '../../shared/db/records/domains';
import { requireEnv } from '../../shared/core/env';
import { logger } from '../../shared/core/logger';
import { forEachRateLimited } from '../../shared/async/for-each-rate-limited';

const atOnceMax = 10;

/** The maximum duration of a check. If less time is left in a run, the domain is checked in the next run. */
const checkMsMax = 20_000;

/** The account's SES rate limit for calls about domains, per second. */
const perSecondMax = Number(requireEnv('IDENTITY_CALLS_PER_SECOND'));

export async function handler(_event: unknown, context: Context): Promise<void> {
  const domains = await listDueDomains(checksPerRun(perSecondMax));
  await forEachRateLimited(domains, { concurrencyMax: atOnceMax, perSecondMax }, async (domain) => {
    if (context.getRemainingTimeInMillis() > checkMsMax) await check(domain);
  });
}

/** Checks a domain. Logs a failure instead of throwing, so that the other domains are still checked. */
async function check(domain: Domain): Promise<void> {
  await checkDomain(domain).catch((error: unknown) => {
    logger.error('domain not checked', { domainId: domain.id, workspaceId: domain.workspaceId, error });
  });
}
