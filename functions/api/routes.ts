import { apiKeyRoutes } from './api-keys/routes';
import { approvalRoutes } from './approvals/routes';
import { audienceRoutes } from './audiences/routes';
import { automationRoutes } from './automations/routes';
import { broadcastRoutes } from './broadcasts/routes';
import { contactPropertyRoutes } from './contact-properties/routes';
import { contactRoutes } from './contacts/routes';
import { credentialRoutes } from './credential/routes';
import { domainRoutes } from './domains/routes';
import { draftRoutes } from './drafts/routes';
import { emailRoutes } from './emails/routes';
import { eventRoutes } from './events/routes';
import { feedRoutes } from './feeds/routes';
import { fallbackRoutes } from './fallback/routes';
import { inboundRoutes } from './inbound/routes';
import { inboxRoutes } from './inboxes/routes';
import { mcpRoutes } from './mcp/routes';
import { openapiRoutes } from './openapi/routes';
import { segmentRoutes } from './segments/routes';
import { suppressionRoutes } from './suppressions/routes';
import { templateRoutes } from './templates/routes';
import { threadRoutes } from './threads/routes';
import { topicRoutes } from './topics/routes';
import { usageRoutes } from './usage/routes';
import { webhookEndpointRoutes } from './webhook-endpoints/routes';
import { dashboardRoutes } from '../dashboard/routes';
import { linkRoutes } from '../links/routes';
import type { Need } from '../../shared/core/needs';
import { pipelineNeeds, type Route } from '../../shared/http/route';

/** The API routes by resource. The folder of each resource contains its routes and handlers. */
const resources: Record<string, Record<string, Route>> = {
  emails: emailRoutes,
  threads: threadRoutes,
  inbound: inboundRoutes,
  approvals: approvalRoutes,
  drafts: draftRoutes,
  domains: domainRoutes,
  inboxes: inboxRoutes,
  'api-keys': apiKeyRoutes,
  credential: credentialRoutes,
  usage: usageRoutes,
  templates: templateRoutes,
  contacts: contactRoutes,
  'contact-properties': contactPropertyRoutes,
  audiences: audienceRoutes,
  segments: segmentRoutes,
  broadcasts: broadcastRoutes,
  automations: automationRoutes,
  events: eventRoutes,
  topics: topicRoutes,
  suppressions: suppressionRoutes,
  'webhook-endpoints': webhookEndpointRoutes,
  feeds: feedRoutes,
  openapi: openapiRoutes,
  mcp: mcpRoutes,
  fallback: fallbackRoutes,
};

export interface NamedRoute extends Route {
  /** The name of the route, such as `sendEmail`. The handler of `sendEmail` is send-email.ts in the route's folder. */
  name: string;
  resource: string;
  /** The folder, relative to the repository root. */
  folder: string;
  /** All needs of the function: those of the pipeline, then those of the route. */
  needs: readonly Need[];
}

/** All routes of API Gateway: the API, the pages behind the links in emails, and the dashboard. */
export const routes: readonly NamedRoute[] = [
  ...Object.entries(resources).flatMap(([resource, named]) =>
    nameRoutes(named, { resource, folder: `functions/api/${resource}` }),
  ),
  ...nameRoutes(linkRoutes, { resource: 'links', folder: 'functions/links' }),
  ...nameRoutes(dashboardRoutes, { resource: 'dashboard', folder: 'functions/dashboard' }),
];

function nameRoutes(
  named: Record<string, Route>,
  location: Pick<NamedRoute, 'resource' | 'folder'>,
): NamedRoute[] {
  return Object.entries(named).map(([name, route]) => ({
    ...route,
    ...location,
    name,
    needs: [...pipelineNeeds(route), ...route.needs],
  }));
}
