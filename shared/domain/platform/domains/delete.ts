import { deleteConfigurationSet, deleteIdentity } from '../../../aws/identities';
import { is } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { deleteWrite, writeTransaction } from '../../../db/transaction';
import { callProvider } from './call-provider';
import { expectDomain } from './find';
import { listOtherWorkspaceIds } from './ownership';
import type { Domain } from '../../../db/records/domains';

/** Deletes the domain. Deletes the record last, so that a deletion that failed halfway can be repeated. */
export async function deleteDomain(workspaceId: string, id: string): Promise<void> {
  const domain = await expectDomain(workspaceId, id);
  await deleteProvisionedDomain(domain);
  await deleteDomainRecord(domain);
}

/** Deletes the domain at SES. Keeps the identity if another workspace uses it. */
export async function deleteProvisionedDomain({
  workspaceId,
  domain,
  configurationSet,
}: Domain): Promise<void> {
  const otherWorkspaceIds = await listOtherWorkspaceIds(domain, workspaceId);
  await callProvider('delete the domain', async () => {
    if (otherWorkspaceIds.length === 0) await deleteIdentity(domain);
    await deleteConfigurationSet(configurationSet);
  });
}

/** Succeeds if another request has deleted the domain. A domain that was added again has another id and is kept. */
async function deleteDomainRecord({ domain, workspaceId, id }: Domain): Promise<void> {
  await writeTransaction([
    deleteWrite(keys.domain(workspaceId, domain), is('id', id)),
    deleteWrite(keys.domainUser(domain, workspaceId)),
  ]);
}
