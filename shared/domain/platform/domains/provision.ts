import { createHash } from 'node:crypto';
import {
  ensureConfigurationSet,
  ensureIdentity,
  findIdentity,
  setMailFromDomain,
  disableFeedbackForwarding,
  type ProviderIdentity,
} from '../../../aws/identities';
import { requireEnv } from '../../../core/env';
import { invalidRequest } from '../../../core/errors';
import { newId, now, toIso } from '../../../core/time';
import { callProvider } from './call-provider';
import { mailFromDomainFor, recordsToPublish, trackingHostFor } from './dns-records';
import { dueAfterCheck } from './check-schedule';
import type { NewDomain } from './new-domain';
import { withOwnershipRecord } from './ownership';
import type { Domain } from '../../../db/records/domains';

/** Makes the domain at the provider. Every step may be repeated, so an attempt that died is finished. */
export async function provisionDomain(
  workspaceId: string,
  input: NewDomain,
  isShared: boolean,
): Promise<Domain> {
  const { domain } = input;
  const configurationSet = configurationSetName(workspaceId, domain);
  const mailFromDomain = mailFromDomainFor(domain);
  const eventsTopicArn = requireEnv('EVENTS_TOPIC_ARN');
  const { dkimTokens, dkimZone } = await callProvider('create the domain', async () => {
    refuseForeignIdentity(domain, await findIdentity(domain));
    await ensureConfigurationSet(configurationSet, eventsTopicArn);
    const identity = await ensureIdentity(domain);
    // Somebody may have made it since.
    refuseForeignIdentity(domain, identity);
    if (identity.forwardsFeedback) await disableFeedbackForwarding(domain);
    // Another workspace may use the domain: setting it again would make its Return-Path pending.
    if (identity.mailFromDomain !== mailFromDomain) await setMailFromDomain(domain, mailFromDomain);
    return identity;
  });

  const at = now();
  const id = newId();
  const dnsRecords = recordsToPublish({ domain, dkimTokens, dkimZone, region: requireEnv('AWS_REGION') });
  return {
    id,
    workspaceId,
    domain,
    riskClass: input.riskClass,
    status: 'pending',
    configurationSet,
    dkimTokens,
    dnsRecords: isShared ? withOwnershipRecord({ id, domain, dnsRecords }) : dnsRecords,
    tracking: { hostname: trackingHostFor(domain), status: 'pending' },
    mailFrom: { domain: mailFromDomain, status: 'pending' },
    warmup: input.warmup,
    createdAt: toIso(at),
    verifiedAt: null,
    lastCheckedAt: null,
    ...dueAfterCheck('pending', at),
  };
}

/** Whoever made the identity sends with it: setting it up anew, and deleting it one day, would stop their mail (DM-14). */
function refuseForeignIdentity(domain: string, identity: ProviderIdentity | undefined): void {
  if (!identity || identity.isManaged) return;
  throw invalidRequest(
    `domain: ${domain} was set up at the mail provider by somebody else, and is left alone: ` +
      'use another name, or have the operator delete that identity there and repeat the request',
  );
}

/** The same for every attempt, so that none leaves a set behind: 64 characters, as many as SES takes. */
function configurationSetName(workspaceId: string, domain: string): string {
  return `${workspaceId}-${createHash('sha256').update(domain).digest('hex').slice(0, 27)}`;
}
