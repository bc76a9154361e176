import { readDomains } from '../../../shared/domain/platform/domains/find';
import { findInboundList } from '../../../shared/domain/platform/feeds/find';
import type { ThreadContext } from './present';

export async function loadThreadContext(workspaceId: string): Promise<ThreadContext> {
  const [{ domains, usesLabels }, inboundList] = await Promise.all([
    readDomains(workspaceId),
    findInboundList(workspaceId),
  ]);
  const ownDomains = new Set(domains.map(({ domain }) => domain));
  return { ownDomains, showsLabels: usesLabels, hasInboxes: inboundList?.hasInboxes ?? false };
}
