import { checkDomain } from '../../../shared/domain/platform/domains/check-domain';
import { expectDomain } from '../../../shared/domain/platform/domains/find';
import { notFound } from '../../../shared/core/errors';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentDomain } from './present';
import { domainRoutes } from './routes';

export const handler = endpoint(domainRoutes.verifyDomain, async ({ workspaceId }, { params }) => {
  const checked = await checkDomain(await expectDomain(workspaceId, params.id));
  if (!checked) throw notFound('domain');
  return ok(presentDomain(checked));
});
