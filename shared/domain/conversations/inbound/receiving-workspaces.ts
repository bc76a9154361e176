import { keys } from '../../../db/keys/index';
import { partitionQuery } from '../../../db/query';
import { getItems, queryAll } from '../../../db/table';
import { domainOf } from '../../../text/mailbox';

/** The workspaces that the mail is for: those that receive at a domain of its recipients. */
export async function findReceivingWorkspaces(recipients: readonly string[]): Promise<string[]> {
  const names = [...new Set(recipients.map((address) => domainOf(address)))];
  const receivers = await Promise.all(names.map(findReceiversAt));
  return [...new Set(receivers.flat())];
}

/**
 * Whoever has proved now that the name is theirs; else whose proof is interrupted. One who has proved nothing has only
 * written a name down, and one whose proof has failed may have lost it to somebody else.
 */
async function findReceiversAt(name: string): Promise<string[]> {
  const domains = await getItems((await workspacesUsing(name)).map((id) => keys.domain(id, name)));
  const verified = domains.filter(({ status }) => status === 'verified');
  const interrupted = domains.filter(
    ({ status, verifiedAt }) => status === 'temporary_failure' && verifiedAt !== null,
  );
  return (verified.length > 0 ? verified : interrupted).map(({ workspaceId }) => workspaceId);
}

async function workspacesUsing(domain: string): Promise<string[]> {
  const records = await queryAll<object>(partitionQuery(keys.domainUser(domain, '').pk));
  return records.map(({ sk }) => sk);
}
