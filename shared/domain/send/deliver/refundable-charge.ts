import type { Workspace } from '../../../db/records/workspaces';

/** For what was not charged. */
export const noRefund = (): Promise<void> => Promise.resolve();

/** Recipients that are counted as mailed. */
export interface RefundableCharge {
  /** As they left it; where an email was written with it, as it was before. */
  workspace: Workspace;
  /** For what did not leave after all. */
  refund: () => Promise<void>;
}
