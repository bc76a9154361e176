import { deleteConfigurationSet, deleteIdentity } from '../../../aws/identities';
import { is } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { erase, writeTogether } from '../../../db/transaction';
import { askProvider } from './ask-provider';
import { expectDomain } from './find';
import { otherUsersOf } from './ownership';
import type { Domain } from '../../../db/records/domains';

/** Deletes the domain. The record goes last, so that a deletion that failed half-way can be repeated. */
export async function deleteDomain(workspaceId: string, id: string): Promise<void> {
  const domain = await expectDomain(workspaceId, id);
  const others = await otherUsersOf(domain.domain, workspaceId);
  await askProvider('delete the domain', async () => {
    if (others.length === 0) await deleteIdentity(domain.domain);
    await deleteConfigurationSet(domain.configurationSet);
  });
  await forgetDomain(domain);
}

/** When somebody else has deleted it meanwhile, it is gone all the same; one added since stays. */
async function forgetDomain({ domain, workspaceId, id }: Domain): Promise<void> {
  await writeTogether([
    erase(keys.domain(workspaceId, domain), is('id', id)),
    erase(keys.domainUse(domain, workspaceId)),
  ]);
}
