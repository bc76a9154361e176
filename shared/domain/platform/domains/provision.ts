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
import { configurationSetName } from './configuration-set-name';
import { mailFromDomainFor, recordsToPublish, trackingHostFor } from './dns-records';
import { dueAfterCheck } from './check-schedule';
import type { NewDomain } from './new-domain';
import { withOwnershipRecord } from './ownership';
import type { Domain } from '../../../db/records/domains';

/** Creates the domain at SES. Every step can be repeated, so a retry can complete an attempt that crashed. */
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
    // Another party may have created the identity in the meantime.
    refuseForeignIdentity(domain, identity);
    if (identity.forwardsFeedback) await disableFeedbackForwarding(domain);
    // Another workspace may use the domain, and a Return-Path that is set again becomes pending.
    if (identity.mailFromDomain !== mailFromDomain) await setMailFromDomain(domain, mailFromDomain);
    return identity;
  });

  const at = now();
  const id = newId();
  const dnsRecords = recordsToPublish({
    domain,
    dkimTokens,
    dkimZone,
    region: requireEnv('AWS_REGION'),
    trackingTarget: requireEnv('TRACKING_TARGET'),
  });
  return {
    id,
    workspaceId,
    domain,
    riskClass: input.riskClass,
    status: 'pending',
    configurationSet,
    eventsTopicArn,
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

/**
 * Refuses an identity that another party created and may send with. Configuring or later deleting the identity would
 * stop that party's email (DM-14).
 */
function refuseForeignIdentity(domain: string, identity: ProviderIdentity | undefined): void {
  if (!identity || identity.isManaged) return;
  throw invalidRequest(
    `domain: ${domain} exists at the mail provider, but this service did not create it. ` +
      'Use another name, or ask the operator to adopt the identity (npx carrier-nest admin domains adopt)',
  );
}
