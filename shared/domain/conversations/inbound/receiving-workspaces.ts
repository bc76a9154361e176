import { keys } from '../../../db/keys/index';
import { partitionQuery } from '../../../db/query';
import { getItems, queryAll } from '../../../db/table';
import { domainOf } from '../../../text/mailbox';

/** The workspaces that receive email for the domain of a recipient. */
export async function findReceivingWorkspaces(recipients: readonly string[]): Promise<string[]> {
  const names = [...new Set(recipients.map((address) => domainOf(address)))];
  const receivers = await Promise.all(names.map(findReceiversAt));
  return [...new Set(receivers.flat())];
}

/**
 * Returns the workspaces in which the domain is verified. If there is no such workspace, returns the workspaces in
 * which the domain was verified and now has the status `temporary_failure`. A workspace that never verified the domain
 * may not own it, and after a failed verification the domain may have a new owner.
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
