import type { Workspace } from '../../../db/records/workspaces';

/** The refund of an email that was not charged. */
export const noRefund = (): Promise<void> => Promise.resolve();

/** Recipients that were charged. */
export interface RefundableCharge {
  /**
   * The workspace after the charge. If the charge was in the transaction that stored the email, the workspace before
   * it.
   */
  workspace: Workspace;
  /** Refunds an email that was not sent. */
  refund: () => Promise<void>;
}
