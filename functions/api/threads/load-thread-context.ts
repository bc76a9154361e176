import { readDomains } from '../../../shared/domain/platform/domains/find';
import type { ThreadContext } from './present';

export async function loadThreadContext(workspaceId: string): Promise<ThreadContext> {
  const { domains, usesLabels } = await readDomains(workspaceId);
  return { ownDomains: new Set(domains.map(({ domain }) => domain)), showsLabels: usesLabels };
}
