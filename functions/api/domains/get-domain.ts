import { expectDomain } from '../../../shared/domain/platform/domains/find';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentDomain } from './present';
import { domainRoutes } from './routes';

export const handler = endpoint(domainRoutes.getDomain, async ({ workspaceId }, { params }) =>
  ok(presentDomain(await expectDomain(workspaceId, params.id))),
);
