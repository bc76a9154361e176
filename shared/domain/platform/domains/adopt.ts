import { findIdentity, tagIdentity, type ProviderIdentity } from '../../../aws/identities';
import { requireEnv } from '../../../core/env';
import { invalidRequest } from '../../../core/errors';
import { serviceTagKey } from '../../../core/needs';
import { keys } from '../../../db/keys';
import { getItem } from '../../../db/table';
import type { Domain } from '../../../db/records/domains';
import { callProvider } from './call-provider';
import { configurationSetName } from './configuration-set-name';
import { createDomainAsOperator } from './create';
import { mailFromDomainFor } from './dns-records';
import { expectDomainName, type NewDomain } from './new-domain';

export interface Adoption {
  /** What the adoption changes at SES. */
  changes: string[];
  /** Undefined if the adoption was not confirmed. */
  domain: Domain | undefined;
}

/**
 * Adds a domain whose SES identity this service did not create (docs/decisions/0010-shared-ses-identities.md). Without
 * `isConfirmed`, changes nothing. A retry continues an adoption that failed after the identity was tagged.
 */
export async function adoptDomain(
  workspaceId: string,
  input: NewDomain,
  isConfirmed: boolean,
): Promise<Adoption> {
  const domain = expectDomainName(input.domain);
  if (await getItem(keys.domain(workspaceId, domain)))
    throw invalidRequest(`domain: the workspace already has ${domain}`);
  const identity = expectAdoptable(
    domain,
    await callProvider('return the domain', () => findIdentity(domain)),
  );
  const changes = describeChanges(workspaceId, domain, identity);
  if (!isConfirmed) return { changes, domain: undefined };
  if (!identity.isManaged) await callProvider('tag the domain', () => tagIdentity(domain));
  return { changes, domain: await createDomainAsOperator(workspaceId, { ...input, domain }) };
}

function expectAdoptable(domain: string, identity: ProviderIdentity | undefined): ProviderIdentity {
  if (!identity) throw invalidRequest(`domain: SES has no identity ${domain} to adopt. Create the domain`);
  if (identity.stage !== undefined && !identity.isManaged)
    throw invalidRequest(`domain: ${domain} belongs to the stage ${identity.stage} of this service`);
  if (!identity.signsWithEasyDkim)
    throw invalidRequest(
      `domain: SES does not sign ${domain} with Easy DKIM. Set up Easy DKIM for the identity first`,
    );
  return identity;
}

function describeChanges(workspaceId: string, domain: string, identity: ProviderIdentity): string[] {
  const mailFromDomain = mailFromDomainFor(domain);
  const steps: [isNeeded: boolean, change: string][] = [
    [
      !identity.isManaged,
      `tag the identity with ${serviceTagKey}=${requireEnv('STAGE')}; the service then deletes the identity with the domain`,
    ],
    [true, `create the configuration set ${configurationSetName(workspaceId, domain)}`],
    [identity.forwardsFeedback, 'stop forwarding bounces and complaints by email'],
    [
      identity.mailFromDomain !== mailFromDomain,
      `change the Return-Path domain from ${identity.mailFromDomain ?? 'the default'} to ${mailFromDomain}`,
    ],
  ];
  return steps.filter(([isNeeded]) => isNeeded).map(([, change]) => change);
}
