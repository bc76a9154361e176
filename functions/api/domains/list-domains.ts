import { listDomains } from '../../../shared/domain/domains/find';
import { presentDomain } from '../../../shared/domain/domains/present';
import { list, ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { domainRoutes } from './routes';

export const handler = endpoint(domainRoutes.listDomains, async ({ workspaceId }) => {
  const domains = await listDomains(workspaceId);
  return ok(list(domains.map(presentDomain)));
});
