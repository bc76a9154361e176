import { randomBytes } from 'node:crypto';
import { noGuardrails } from '../../../../core/request-context';
import { ifAbsent } from '../../../../db/condition';
import { keys } from '../../../../db/keys/index';
import { putWrite, writeTransaction } from '../../../../db/transaction';
import { scopes } from '../../../../core/scopes';
import { toIso, newId, timeOfId } from '../../../../core/time';
import { newApiKey, newKeyWrites, type IssuedKey } from '../../api-keys/issue';
import { billingPeriod } from '../../billing/period';
import { scheduleExpiry } from '../../retention/schedule';
import type { WorkspaceSettings, Workspace } from '../../../../db/records/workspaces';

/** The only limit of a new workspace is the number of requests per minute. The operator can set other limits. */
const defaults: Omit<WorkspaceSettings, 'usagePeriod' | 'createdAt'> = {
  plan: 'unmetered',
  paymentMethodVerified: true,
  billingPastDue: false,
  budgetCents: null,
  budgetAppliesTo: 'marketing',
  emailsUsed: 0,
  postalAddress: null,
  suspendedReason: null,
  requestsPerMinute: 6_000,
};

/**
 * Creates a workspace with a first key, which has every scope and no guardrails. Without a key, no client could use the
 * workspace.
 */
export async function createWorkspace(
  name: string,
  settings: Partial<WorkspaceSettings>,
): Promise<{ workspace: Workspace; issued: IssuedKey }> {
  const id = newId();
  const workspace: Workspace = {
    id,
    name,
    ...defaults,
    usagePeriod: billingPeriod(),
    linkSecret: generateLinkSecret(),
    createdAt: toIso(timeOfId(id)),
    ...settings,
  };
  const issued = newApiKey(id, { name: 'First key', scopes, ...noGuardrails });

  const written = await writeTransaction([
    putWrite({ ...keys.workspace(id), ...workspace }, ifAbsent),
    putWrite(keys.workspaces(id), ifAbsent),
    ...newKeyWrites(issued.apiKey, workspace.requestsPerMinute),
  ]);
  if (!written) throw new Error('A new workspace has the id of an existing one');
  if (settings.mailRetentionDays) await scheduleExpiry(id);
  return { workspace, issued };
}

const generateLinkSecret = (): string => randomBytes(32).toString('base64url');
