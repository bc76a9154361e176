import { createDomains } from '../../../shared/domain/domains/create';
import { presentDomain } from '../../../shared/domain/domains/present';
import { created, list } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { domainRoutes } from './routes';

export const handler = endpoint(domainRoutes.createDomain, async (ctx, { body }) => {
  const domains = await createDomains(ctx, body);
  return created(list(domains.map(presentDomain)));
});
