import { keys, type Key } from '../../db/keys';
import { updateItem, writeTogether, type FullUpdate } from '../../db/table';
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

/** What is written together with a charge or a refund, on another record. */
export interface Beside extends FullUpdate {
  key: Key;
}

/**
 * Counts the recipients as mailed, or throws what the gate says by now. The ceiling is in the write, so that
 * sends at the same moment never pass it together. What `beside` says for the period is written with it or not at all.
 */
export async function chargeUsage(
  workspace: Workspace,
  { at = now(), ...send }: BilledSend,
  beside?: (period: string) => Beside,
): Promise<Charge> {
  let known = workspace;
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const period = currentPeriod(known, at);
    const charged = await addWithin(known, period, send, beside?.(period));
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
export async function refundUsage(
  workspaceId: string,
  { recipients, period }: { recipients: number; period: string },
  beside?: Beside,
): Promise<void> {
  const key = keys.workspace(workspaceId);
  const update: FullUpdate = {
    UpdateExpression: 'SET emailsUsed = emailsUsed - :recipients',
    ConditionExpression: 'usagePeriod = :period AND emailsUsed >= :recipients',
    ExpressionAttributeValues: { ':recipients': recipients, ':period': period },
  };
  if (!beside) return void (await updateItem(key, update));
  const { key: besideKey, ...other } = beside;
  if (!(await writeBoth(key, update, beside))) await updateItem(besideKey, other);
}

/** Undefined when the counter is beyond the ceiling, or counts another period than when it was read. */
async function addWithin(
  workspace: Workspace,
  period: string,
  { recipients, riskClass }: BilledSend,
  beside: Beside | undefined,
): Promise<Workspace | undefined> {
  const room = Math.min(planMax(workspace), budgetMax(workspace, riskClass)) - recipients;
  if (room < 0) return undefined;
  const key = keys.workspace(workspace.id);
  const update =
    workspace.usagePeriod === period
      ? addToPeriod(period, recipients, room)
      : beginPeriod(period, recipients);
  if (!beside) return updateItem<Workspace>(key, update);
  return (await writeBoth(key, update, beside)) ? workspace : undefined;
}

const writeBoth = (Key: Key, update: FullUpdate, { key, ...other }: Beside): Promise<boolean> =>
  writeTogether(({ TableName }) => [
    { Update: { TableName, Key, ...update } },
    { Update: { TableName, Key: key, ...other } },
  ]);

const addToPeriod = (period: string, recipients: number, room: number): FullUpdate => ({
  UpdateExpression: 'SET emailsUsed = emailsUsed + :recipients',
  ConditionExpression: `usagePeriod = :period${room === Infinity ? '' : ' AND emailsUsed <= :room'}`,
  ExpressionAttributeValues: {
    ':recipients': recipients,
    ':period': period,
    ...(room < Infinity && { ':room': room }),
  },
});

const beginPeriod = (period: string, recipients: number): FullUpdate => ({
  UpdateExpression: 'SET emailsUsed = :recipients, usagePeriod = :period',
  // A workspace that was made before periods were counted has none.
  ConditionExpression:
    'attribute_exists(pk) AND (attribute_not_exists(usagePeriod) OR usagePeriod < :period)',
  ExpressionAttributeValues: { ':recipients': recipients, ':period': period },
});
