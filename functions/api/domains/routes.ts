import type { Route } from '../../../shared/http/route';
import { DeletedDomainSchema, DomainListSchema, DomainSchema, NewDomainRequestSchema } from './shapes';

/** The provider takes few calls a second: what makes several of them gets the time to wait. */
const providerTimeoutSeconds = 29;

export const domainRoutes = {
  listDomains: {
    method: 'GET',
    path: '/v1/domains',
    summary: 'List sending domains, as last checked',
    scope: 'domains:read',
    needs: ['table:Query'],
    answers: { 200: DomainListSchema },
  },
  createDomain: {
    method: 'POST',
    path: '/v1/domains',
    summary: 'Add a sending domain: one for each risk class, or the one named',
    scope: 'domains:write',
    body: NewDomainRequestSchema,
    needs: [
      'table:GetItem',
      'table:Query',
      'table:PutItem',
      'table:UpdateItem',
      'environment:events-topic',
      'identity:CreateConfigurationSet',
      'identity:CreateConfigurationSetEventDestination',
      'identity:CreateEmailIdentity',
      'identity:GetEmailIdentity',
      'identity:PutEmailIdentityMailFromAttributes',
    ],
    answers: { 201: DomainListSchema },
    timeoutSeconds: providerTimeoutSeconds,
  },
  getDomain: {
    method: 'GET',
    path: '/v1/domains/{id}',
    summary: 'Get a sending domain, as last checked',
    scope: 'domains:read',
    needs: ['table:Query'],
    answers: { 200: DomainSchema },
  },
  deleteDomain: {
    method: 'DELETE',
    path: '/v1/domains/{id}',
    summary: 'Delete a sending domain',
    scope: 'domains:write',
    needs: [
      'table:Query',
      'table:DeleteItem',
      'identity:DeleteEmailIdentity',
      'identity:DeleteConfigurationSet',
    ],
    answers: { 200: DeletedDomainSchema },
    timeoutSeconds: providerTimeoutSeconds,
  },
  verifyDomain: {
    method: 'POST',
    path: '/v1/domains/{id}/verify',
    summary: 'Check the DNS records and the provider verdict of a sending domain now',
    scope: 'domains:write',
    needs: [
      'table:Query',
      'table:UpdateItem',
      'identity:GetEmailIdentity',
      'identity:PutEmailIdentityMailFromAttributes',
      'identity:PutConfigurationSetTrackingOptions',
      'identity:CreateConfigurationSetEventDestination',
      'identity:DeleteConfigurationSetEventDestination',
      'environment:events-topic',
    ],
    answers: { 200: DomainSchema },
    timeoutSeconds: providerTimeoutSeconds,
  },
} satisfies Record<string, Route>;
