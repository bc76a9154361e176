import type { Workspace } from '../../../db/records/workspaces';

/** Recipients that are counted as mailed. */
export interface RefundableCharge {
  /** As they left it; where an email was written with it, as it was before. */
  workspace: Workspace;
  /** For what did not leave after all. */
  refund: () => Promise<void>;
}
