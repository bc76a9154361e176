import { isUuid } from '../../../db/cursor';
import { keys, statusKey } from '../../../db/keys';
import { indexQuery } from '../../../db/query';
import { getItem, queryAll } from '../../../db/table';
import { nowIso } from '../../../core/time';
import type { Approval } from '../../../db/records/approvals';

/** Returns the workspace's approval with this id, or undefined. */
export async function findApproval(workspaceId: string, id: string): Promise<Approval | undefined> {
  return isUuid(id) ? getItem(keys.approval(workspaceId, id)) : undefined;
}

/** Lists every undecided approval, oldest first. */
export async function findPendingApprovals(workspaceId: string): Promise<Approval[]> {
  const pendingIndex = indexQuery('byStatus', statusKey(workspaceId, 'pending_approval'));
  const approvals = await queryAll<Approval>(pendingIndex);
  const now = nowIso();
  return approvals.filter(({ expiresAt }) => expiresAt > now).sort((a, b) => (a.id < b.id ? -1 : 1));
}
