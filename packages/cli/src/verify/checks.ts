import type { Check } from './check';
import { approvalCheck } from './checks/approval';
import { domainCheck } from './checks/domain';
import { feedbackChecks } from './checks/feedback';
import { inboundCheck } from './checks/inbound';
import { marketingChecks } from './checks/marketing';
import { sendingChecks } from './checks/sending';
import { serviceChecks } from './checks/service';
import { webhookCheck } from './checks/webhook';

/** All checks, in the order of the report. A check follows the checks that it needs. */
export const checks: readonly Check[] = [
  ...serviceChecks,
  domainCheck,
  ...sendingChecks,
  ...feedbackChecks,
  webhookCheck,
  inboundCheck,
  approvalCheck,
  ...marketingChecks,
];

export const checkIds = checks.map(({ id }) => id);
