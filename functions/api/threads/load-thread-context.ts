import { readDomains } from '../../../shared/domain/platform/domains/find';
import type { ThreadContext } from './present';

export async function loadThreadContext(workspaceId: string): Promise<ThreadContext> {
  const { domains, usesLabels, usesInboxes } = await readDomains(workspaceId);
  const ownDomains = new Set(domains.map(({ domain }) => domain));
  return { ownDomains, showsLabels: usesLabels, hasInboxes: usesInboxes };
}
