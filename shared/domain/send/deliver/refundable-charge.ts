import type { Workspace } from '../../../db/records/workspaces';

/** The refund of an email that was not charged. */
export const noRefund = (): Promise<void> => Promise.resolve();

/** A charge for recipients that can be refunded. */
export interface RefundableCharge {
  /** The workspace after the charge, or before the charge if the same transaction stored the email. */
  workspace: Workspace;
  /** Refunds the charge for an email that was not sent. */
  refund: () => Promise<void>;
}
