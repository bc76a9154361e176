import { checkDomain } from '../../../shared/domain/domains/check';
import { expectDomain } from '../../../shared/domain/domains/find';
import { presentDomain } from '../../../shared/domain/domains/present';
import { notFound } from '../../../shared/errors';
import { ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { domainRoutes } from './routes';

export const handler = endpoint(
  domainRoutes.verifyDomain,
  async ({ workspaceId }, { params: { id = '' } }) => {
    const checked = await checkDomain(await expectDomain(workspaceId, id));
    if (!checked) throw notFound('domain');
    return ok(presentDomain(checked));
  },
);
