import { createHash } from 'node:crypto';
import { ensureConfigurationSet, ensureIdentity, startMailFrom, stopForwarding } from '../../aws/identities';
import { requireEnv } from '../../env';
import { newId, now, iso } from '../../time';
import { askProvider } from './ask-provider';
import { mailFromDomainOf, recordsToPublish, trackingHostOf } from './dns-records';
import { dueAfterCheck } from './due';
import type { NewDomain } from './new-domain';
import { withOwnership } from './ownership';
import type { Domain } from './record';

/** Makes the domain at the provider. Every step may be repeated, so an attempt that died is finished. */
export async function provisionDomain(
  workspaceId: string,
  wanted: NewDomain,
  isShared: boolean,
): Promise<Domain> {
  const { domain } = wanted;
  const configurationSet = configurationSetOf(workspaceId, domain);
  const mailFromDomain = mailFromDomainOf(domain);
  const eventsTopicArn = requireEnv('EVENTS_TOPIC_ARN');
  const { dkimTokens, dkimZone } = await askProvider('create the domain', async () => {
    await ensureConfigurationSet(configurationSet, eventsTopicArn);
    const identity = await ensureIdentity(domain);
    if (identity.forwardsFeedback) await stopForwarding(domain);
    // Another workspace may use the domain: setting it again would make its Return-Path pending.
    if (identity.mailFromDomain !== mailFromDomain) await startMailFrom(domain, mailFromDomain);
    return identity;
  });

  const at = now();
  const id = newId();
  const dnsRecords = recordsToPublish({ domain, dkimTokens, dkimZone, region: requireEnv('AWS_REGION') });
  return {
    id,
    workspaceId,
    domain,
    riskClass: wanted.riskClass,
    status: 'pending',
    configurationSet,
    dkimTokens,
    dnsRecords: isShared ? withOwnership({ id, domain, dnsRecords }) : dnsRecords,
    tracking: { hostname: trackingHostOf(domain), status: 'pending' },
    mailFrom: { domain: mailFromDomain, status: 'pending' },
    warmup: wanted.warmup,
    createdAt: iso(at),
    verifiedAt: null,
    lastCheckedAt: null,
    ...dueAfterCheck('pending', at),
  };
}

/** The same for every attempt, so that none leaves a set behind: 64 characters, as many as SES takes. */
function configurationSetOf(workspaceId: string, domain: string): string {
  return `${workspaceId}-${createHash('sha256').update(domain).digest('hex').slice(0, 27)}`;
}
