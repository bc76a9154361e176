import { expectDomain } from '../../../shared/domain/domains/find';
import { presentDomain } from '../../../shared/domain/domains/present';
import { ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { domainRoutes } from './routes';

export const handler = endpoint(domainRoutes.getDomain, async ({ workspaceId }, { params: { id = '' } }) =>
  ok(presentDomain(await expectDomain(workspaceId, id))),
);
