import type * as z from 'zod/mini';
import { noGuardrails } from '../../ctx';
import { keys } from '../../db/keys';
import { ifAbsent, writeTogether } from '../../db/table';
import { scopes } from '../../scopes';
import { iso, newId, timeOfId } from '../../time';
import { newApiKey, putsOf, type IssuedKey } from '../api-keys/issue';
import { billingPeriod } from '../billing/period';
import { newLinkSecret } from './link-secret';
import type { Workspace } from './record';
import { settingsOf, type NewWorkspaceSchema, type Settings } from './settings';

/** A new workspace has no ceilings but the number of requests: the operator sets them. */
const defaults: Omit<Settings, 'usagePeriod' | 'createdAt'> = {
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

/** Creates a workspace with a key that has every scope and no guardrail: without one nobody could enter it. */
export async function createWorkspace({
  name,
  ...settings
}: z.output<typeof NewWorkspaceSchema>): Promise<{ workspace: Workspace; issued: IssuedKey }> {
  const id = newId();
  const workspace: Workspace = {
    id,
    name,
    ...defaults,
    usagePeriod: billingPeriod(),
    linkSecret: newLinkSecret(),
    createdAt: iso(timeOfId(id)),
    ...settingsOf(settings),
  };
  const issued = newApiKey(id, { name: 'First key', scopes, ...noGuardrails });

  const written = await writeTogether((table) => [
    ...[{ ...keys.workspace(id), ...workspace }, keys.workspaces(id)].map((Item) => ({
      Put: { ...table, Item, ConditionExpression: ifAbsent.expression },
    })),
    ...putsOf(issued.apiKey, workspace.requestsPerMinute)(table),
  ]);
  if (!written) throw new Error('A new workspace has the id of an existing one');
  return { workspace, issued };
}
