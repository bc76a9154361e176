import { listDomains } from '../../../shared/domain/platform/domains/find';
import { ok, unpagedList } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentDomain } from './present';
import { domainRoutes } from './routes';

export const handler = endpoint(domainRoutes.listDomains, async ({ workspaceId }) =>
  ok(unpagedList((await listDomains(workspaceId)).map(presentDomain))),
);
