import { deleteDomain } from '../../../shared/domain/platform/domains/delete';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { domainRoutes } from './routes';

export const handler = endpoint(domainRoutes.deleteDomain, async ({ workspaceId }, { params: { id } }) => {
  await deleteDomain(workspaceId, id);
  return ok({ id, deleted: true });
});
