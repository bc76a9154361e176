import { hadInbox } from '../../../shared/domain/conversations/inboxes/find';
import { readDomains } from '../../../shared/domain/platform/domains/find';
import type { ThreadContext } from './present';

export async function loadThreadContext(workspaceId: string): Promise<ThreadContext> {
  const [{ domains, usesLabels }, hasInboxes] = await Promise.all([
    readDomains(workspaceId),
    hadInbox(workspaceId),
  ]);
  const ownDomains = new Set(domains.map(({ domain }) => domain));
  return { ownDomains, showsLabels: usesLabels, hasInboxes };
}
