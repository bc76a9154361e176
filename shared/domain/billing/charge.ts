import { keys } from '../../db/keys';
import { updateItem, type Update } from '../../db/table';
import { ApiError } from '../../errors';
import { now } from '../../time';
import { expectWorkspace } from '../workspaces/find';
import type { Workspace } from '../workspaces/record';
import { budgetMax, planMax } from './ceilings';
import { refuseByBilling, type BilledSend } from './gate';
import { currentPeriod } from './period';

/** What was charged, as a refund needs it. */
export interface Charge {
  /** The billing period that was charged. */
  period: string;
  /** The workspace as it is after the charge. */
  workspace: Workspace;
}

// Each time, what was read had changed: the month turned, or the operator set something.
const attemptsMax = 4;

/**
 * Counts the recipients as mailed, or throws what the gate says by now. The ceiling is in the write, so that
 * sends at the same moment never pass it together.
 */
export async function chargeUsage(
  workspace: Workspace,
  { at = now(), ...send }: BilledSend,
): Promise<Charge> {
  let known = workspace;
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const period = currentPeriod(known, at);
    const charged = await addWithin(known, period, send);
    if (charged) return { period, workspace: charged };
    known = await expectWorkspace(workspace.id);
    refuseByBilling(known, { ...send, at });
  }
  throw new ApiError(
    'service_unavailable',
    'The usage of this workspace is being changed: repeat the request',
    { headers: { 'Retry-After': '1' } },
  );
}

/** Gives back what did not leave. A later period, and a counter that the operator set lower, stay as they are. */
export async function refundUsage(workspaceId: string, recipients: number, period: string): Promise<void> {
  if (recipients === 0) return;
  await updateItem(keys.workspace(workspaceId), {
    UpdateExpression: 'SET emailsUsed = emailsUsed - :recipients',
    ConditionExpression: 'usagePeriod = :period AND emailsUsed >= :recipients',
    ExpressionAttributeValues: { ':recipients': recipients, ':period': period },
  });
}

/** Undefined when the counter is beyond the ceiling, or counts another period than when it was read. */
async function addWithin(
  workspace: Workspace,
  period: string,
  { recipients, riskClass }: BilledSend,
): Promise<Workspace | undefined> {
  const room = Math.min(planMax(workspace), budgetMax(workspace, riskClass)) - recipients;
  if (room < 0) return undefined;
  const key = keys.workspace(workspace.id);
  const update =
    workspace.usagePeriod === period
      ? addToPeriod(period, recipients, room)
      : beginPeriod(period, recipients);
  return updateItem<Workspace>(key, update);
}

const addToPeriod = (period: string, recipients: number, room: number): Update => ({
  UpdateExpression: 'SET emailsUsed = emailsUsed + :recipients',
  ConditionExpression: `usagePeriod = :period${room === Infinity ? '' : ' AND emailsUsed <= :room'}`,
  ExpressionAttributeValues: {
    ':recipients': recipients,
    ':period': period,
    ...(room < Infinity && { ':room': room }),
  },
});

const beginPeriod = (period: string, recipients: number): Update => ({
  UpdateExpression: 'SET emailsUsed = :recipients, usagePeriod = :period',
  // A workspace that was made before periods were counted has none.
  ConditionExpression:
    'attribute_exists(pk) AND (attribute_not_exists(usagePeriod) OR usagePeriod < :period)',
  ExpressionAttributeValues: { ':recipients': recipients, ':period': period },
});
