import { apiKeyRoutes } from './api-keys/routes';
import { domainRoutes } from './domains/routes';
import { emailRoutes } from './emails/routes';
import { fallbackRoutes } from './fallback/routes';
import { openapiRoutes } from './openapi/routes';
import type { Route } from '../../shared/http/route';

/** Everything that a client may call, a folder for each resource. Handlers stand beside their routes. */
const resources: Record<string, Record<string, Route>> = {
  emails: emailRoutes,
  domains: domainRoutes,
  'api-keys': apiKeyRoutes,
  openapi: openapiRoutes,
  fallback: fallbackRoutes,
};

export interface NamedRoute extends Route {
  /** `sendEmail`; its handler is functions/api/<resource>/send-email.ts. */
  name: string;
  resource: string;
}

export const routes: readonly NamedRoute[] = Object.entries(resources).flatMap(([resource, named]) =>
  Object.entries(named).map(([name, route]) => ({ ...route, name, resource })),
);
