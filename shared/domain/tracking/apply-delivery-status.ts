import { attributeNotExists, all, any, lessThan, ifPresent } from '../../db/condition';
import { keys, statusKey } from '../../db/keys';
import { updateItem } from '../../db/table';
import {
  isNotSpamReport,
  isRareStatus,
  type Email,
  type EmailEventType,
  type EmailStatus,
} from '../../db/records/emails';
import type { ProviderEvent } from './provider-event';

/** The statuses that SES events set. Of two events with the same time, the one with the higher rank wins. */
const statusReports: Partial<Record<EmailEventType, { status: EmailStatus; rank: number }>> = {
  delivery: { status: 'delivered', rank: 1 },
  bounce: { status: 'bounced', rank: 2 },
  complaint: { status: 'complained', rank: 3 },
};

/** Sets the status from the event, unless the email already has the status of a more recent event. */
export async function applyDeliveryStatus(email: Email, event: ProviderEvent): Promise<void> {
  const { type, occurredAt } = event;
  const report = statusReports[type];
  if (!report || isNotSpamReport(event)) return;
  const { status, rank } = report;
  const statusOrder = `${occurredAt}#${rank}`;
  if (email.statusOrder !== undefined && email.statusOrder >= statusOrder) return;
  const rare = isRareStatus(status) && { statusKey: statusKey(email.workspaceId, status) };
  await updateItem(
    keys.email(email.workspaceId, email.id),
    { set: { status, statusOrder, ...rare }, remove: rare ? [] : ['statusKey'] },
    all(ifPresent, any(attributeNotExists('statusOrder'), lessThan('statusOrder', statusOrder))),
  );
}
