import { keys } from '../../db/keys/index';
import { inPartition } from '../../db/query';
import { getItems, queryAll } from '../../db/table';
import { domainOf } from '../../text/mailbox';
import type { Domain } from '../domains/record';

/**
 * The workspaces that the mail is for: those that have a domain of its recipients, and have proved once that they
 * may use it. Until then a domain is only a name that somebody wrote down.
 */
export async function workspacesOf(recipients: readonly string[]): Promise<string[]> {
  const names = [...new Set(recipients.map((address) => domainOf(address)))];
  const uses = await Promise.all(names.map(async (name) => ({ name, workspaceIds: await usersOf(name) })));
  const domains = await getItems<Domain>(
    uses.flatMap(({ name, workspaceIds }) => workspaceIds.map((id) => keys.domain(id, name))),
  );
  const proved = domains.filter(({ verifiedAt }) => verifiedAt !== null);
  return [...new Set(proved.map(({ workspaceId }) => workspaceId))];
}

async function usersOf(domain: string): Promise<string[]> {
  const records = await queryAll<object>(inPartition(keys.domainUse(domain, '').pk));
  return records.map(({ sk }) => sk);
}
