import type { Context } from 'aws-lambda';
import { checkDomain } from '../../shared/domain/domains/check';
import { dueDomains } from '../../shared/domain/domains/due';
import type { Domain } from '../../shared/domain/domains/record';
import { logger } from '../../shared/logger';

const atOnce = 10;

/** The longest that a page of checks may take: whatever is not reached is due again in the next run. */
const pageMsMax = 20_000;

export async function handler(_event: unknown, context: Context): Promise<void> {
  for await (const domains of dueDomains(atOnce)) {
    await Promise.all(domains.map(check));
    if (context.getRemainingTimeInMillis() < pageMsMax) return;
  }
}

/** One domain's failure must not keep the others from being checked. */
async function check(domain: Domain): Promise<void> {
  await checkDomain(domain).catch((error: unknown) => {
    logger.error('domain not checked', { domainId: domain.id, workspaceId: domain.workspaceId, error });
  });
}
