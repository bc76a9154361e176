import { createDomains } from '../../../shared/domain/platform/domains/create';
import { created, unpagedList } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentDomain } from './present';
import { domainRoutes } from './routes';

export const handler = endpoint(
  domainRoutes.createDomain,
  async ({ workspaceId }, { body: { domain, risk_class: riskClass } }) =>
    created(unpagedList((await createDomains(workspaceId, domain, riskClass)).map(presentDomain))),
);
