import { all, atLeast, atMost, below, is, type Condition } from '../../../db/condition';
import { keys, type Key } from '../../../db/keys';
import { busy } from '../../../db/race';
import { updateItem } from '../../../db/table';
import { change, writeTogether } from '../../../db/transaction';
import type { Changes } from '../../../db/update';
import { tryToRefund } from '../../../db/try-to-refund';
import { now } from '../../../core/time';
import type { Counted } from '../../../db/records/emails';
import { expectOwnWorkspace } from '../workspaces/find';
import type { Workspace } from '../../../db/records/workspaces';
import { budgetMax, planMax } from './ceilings';
import { refuseByBilling, type BilledSend } from './gate';
import { currentPeriod } from './period';

/** What was charged, as a refund needs it. */
export interface Charge {
  /** The billing period that was charged. */
  period: string;
  /** As the charge left it. Together with something beside, which answers nothing, it is as it was before. */
  workspace: Workspace;
}

/** What is written together with a charge or a refund, on another record. */
export interface Beside {
  key: Key;
  changes: Changes;
  condition: Condition;
}

// Each time, what was read had changed: the month turned, or the operator set something.
const attemptsMax = 4;

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
    known = await expectOwnWorkspace(workspace.id);
    refuseByBilling(known, { ...send, at });
  }
  throw busy('The usage of this workspace is being changed: repeat the request');
}

/** Gives back what did not leave. A later period, and a counter that the operator set lower, stay as they are. */
export const refundUsage = (workspaceId: string, counted: Counted, beside?: Beside): Promise<void> =>
  tryToRefund(refund(workspaceId, counted, beside));

async function refund(workspaceId: string, { recipients, period }: Counted, beside?: Beside): Promise<void> {
  const key = keys.workspace(workspaceId);
  const less: Changes = { add: { emailsUsed: -recipients } };
  const isCounted = all(is('usagePeriod', period), atLeast('emailsUsed', recipients));
  if (!beside) return void (await updateItem(key, less, isCounted));
  if (await writeTogether([change(key, less, isCounted), besideOf(beside)])) return;
  await updateItem(beside.key, beside.changes, beside.condition);
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
  const [addition, condition] =
    workspace.usagePeriod === period
      ? addToPeriod(period, recipients, room)
      : beginPeriod(period, recipients);
  if (!beside) return updateItem<Workspace>(key, addition, condition);
  return (await writeTogether([change(key, addition, condition), besideOf(beside)])) ? workspace : undefined;
}

const besideOf = ({ key, changes, condition }: Beside) => change(key, changes, condition);

const addToPeriod = (period: string, recipients: number, room: number): [Changes, Condition] => [
  { add: { emailsUsed: recipients } },
  all(is('usagePeriod', period), ...(room < Infinity ? [atMost('emailsUsed', room)] : [])),
];

const beginPeriod = (period: string, recipients: number): [Changes, Condition] => [
  { set: { emailsUsed: recipients, usagePeriod: period } },
  below('usagePeriod', period),
];
