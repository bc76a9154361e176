import { deleteConfigurationSet, deleteIdentity } from '../../aws/identities';
import { is } from '../../db/condition';
import { keys } from '../../db/keys';
import { inPartition } from '../../db/query';
import { queryPage } from '../../db/table';
import { erase, writeTogether } from '../../db/transaction';
import { askProvider } from './ask-provider';
import { expectDomain } from './find';
import type { Domain } from './record';

/** Deletes the domain. The record goes last, so that a deletion that failed half-way can be repeated. */
export async function deleteDomain(workspaceId: string, id: string): Promise<void> {
  const domain = await expectDomain(workspaceId, id);
  const isShared = await isUsedElsewhere(domain);
  await askProvider('delete the domain', async () => {
    if (!isShared) await deleteIdentity(domain.domain);
    await deleteConfigurationSet(domain.configurationSet);
  });
  await forgetDomain(domain);
}

/** Another workspace sends from this name: the identity at the provider is its own, too. */
async function isUsedElsewhere({ domain, workspaceId }: Domain): Promise<boolean> {
  const { pk } = keys.domainUse(domain, workspaceId);
  const { items } = await queryPage<object>(inPartition(pk, { pageSize: 2 }));
  return items.some(({ sk }) => sk !== workspaceId);
}

/** When somebody else has deleted it meanwhile, it is gone all the same; one added since stays. */
async function forgetDomain({ domain, workspaceId, id }: Domain): Promise<void> {
  await writeTogether([
    erase(keys.domain(workspaceId, domain), is('id', id)),
    erase(keys.domainUse(domain, workspaceId)),
  ]);
}
