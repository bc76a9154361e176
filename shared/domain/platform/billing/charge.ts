import { all, atLeast, atMost, lessThan, is, type Condition } from '../../../db/condition';
import { keys, type Key } from '../../../db/keys';
import { serviceUnavailable } from '../../../db/retry-on-conflict';
import { updateItem } from '../../../db/table';
import { updateWrite, writeTransaction } from '../../../db/transaction';
import type { Changes } from '../../../db/update';
import { tryToRefund } from '../../../db/try-to-refund';
import { now } from '../../../core/time';
import type { ChargedUsage } from '../../../db/records/emails';
import { expectOwnWorkspace } from '../workspaces/find';
import type { Workspace } from '../../../db/records/workspaces';
import { budgetRecipientsMax, planRecipientsMax } from './usage-limits';
import { refuseByBilling, type BilledSend } from './billing-refusals';
import { currentPeriod } from './period';

/** The result of a charge. */
export interface Charge {
  /** The billing period that was charged. */
  period: string;
  /**
   * The workspace after the charge, or before the charge if there is a related write, because a transaction returns no
   * items.
   */
  workspace: Workspace;
}

/** A write to another record in the same transaction as a charge or refund. */
export interface RelatedWrite<T> {
  key: Key<T>;
  changes: Changes<T>;
  condition: Condition<T>;
}

// A retry means that the workspace record was outdated, because a new month began or the operator changed a setting.
const attemptsMax = 4;

/**
 * Charges the workspace for the recipients, or throws the current billing refusal. The write is conditional on the
 * limit, so that concurrent sends together cannot exceed the limit. The same transaction includes the write that
 * `relatedWriteFor` returns for the period.
 */
export async function chargeUsage<T>(
  workspace: Workspace,
  { at = now(), ...send }: BilledSend,
  relatedWriteFor?: (period: string) => RelatedWrite<T>,
): Promise<Charge> {
  let current = workspace;
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const period = currentPeriod(current, at);
    const charged = await addWithinLimit(current, period, send, relatedWriteFor?.(period));
    if (charged) return { period, workspace: charged };
    current = await expectOwnWorkspace(workspace.id);
    refuseByBilling(current, { ...send, at });
  }
  throw serviceUnavailable('The usage of this workspace changed during the request. Retry the request');
}

/**
 * Refunds the charge for recipients who were not mailed. Does not change the counter of a later period, or a counter
 * that the operator has lowered.
 */
export const refundUsage = <T>(
  workspaceId: string,
  counted: ChargedUsage,
  relatedWrite?: RelatedWrite<T>,
): Promise<void> => tryToRefund(refund(workspaceId, counted, relatedWrite));

async function refund<T>(
  workspaceId: string,
  { recipients, period }: ChargedUsage,
  relatedWrite?: RelatedWrite<T>,
): Promise<void> {
  const key = keys.workspace(workspaceId);
  const decrement: Changes<Workspace> = { add: { emailsUsed: -recipients } };
  const isCharged: Condition<Workspace> = all(is('usagePeriod', period), atLeast('emailsUsed', recipients));
  if (!relatedWrite) {
    await updateItem(key, decrement, isCharged);
    return;
  }
  if (await writeTransaction([updateWrite(key, decrement, isCharged), toWrite(relatedWrite)])) return;
  await updateItem(relatedWrite.key, relatedWrite.changes, relatedWrite.condition);
}

/** Returns undefined if the charge would exceed the limit, or if the counter's period changed after it was read. */
async function addWithinLimit<T>(
  workspace: Workspace,
  period: string,
  { recipients, riskClass }: BilledSend,
  relatedWrite: RelatedWrite<T> | undefined,
): Promise<Workspace | undefined> {
  const usedMax =
    Math.min(planRecipientsMax(workspace), budgetRecipientsMax(workspace, riskClass)) - recipients;
  if (usedMax < 0) return undefined;
  const key = keys.workspace(workspace.id);
  const [addition, condition] =
    workspace.usagePeriod === period
      ? addToPeriod(period, recipients, usedMax)
      : beginPeriod(period, recipients);
  if (!relatedWrite) return updateItem(key, addition, condition);
  return (await writeTransaction([updateWrite(key, addition, condition), toWrite(relatedWrite)]))
    ? workspace
    : undefined;
}

const toWrite = <T>({ key, changes, condition }: RelatedWrite<T>) => updateWrite(key, changes, condition);

const addToPeriod = (
  period: string,
  recipients: number,
  usedMax: number,
): [Changes<Workspace>, Condition<Workspace>] => [
  { add: { emailsUsed: recipients } },
  all(is('usagePeriod', period), usedMax < Infinity ? atMost('emailsUsed', usedMax) : all()),
];

const beginPeriod = (period: string, recipients: number): [Changes<Workspace>, Condition<Workspace>] => [
  { set: { emailsUsed: recipients, usagePeriod: period } },
  lessThan('usagePeriod', period),
];
