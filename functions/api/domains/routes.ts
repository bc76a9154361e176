import type { Route } from '../../../shared/http/route';
import { DeletedDomainSchema, DomainListSchema, DomainSchema, NewDomainRequestSchema } from './shapes';

/** The provider takes few calls a second: what makes several of them gets the time to wait. */
const providerTimeoutSeconds = 29;

export const domainRoutes = {
  listDomains: {
    method: 'GET',
    path: '/v1/domains',
    summary: 'List sending domains, as last checked',
    description:
      'Newest first and all of them, each with the DNS records that it needs and what was found when ' +
      'they were last looked at.',
    scope: 'domains:read',
    needs: ['table:Query'],
    responses: { 200: DomainListSchema },
  },
  createDomain: {
    method: 'POST',
    path: '/v1/domains',
    summary: 'Add a sending domain: one for each risk class, or the one named',
    description:
      'Without `risk_class` the name is a root, and two domains are made: `mail.` of it for ' +
      'transactional mail and `news.` of it for marketing. With `risk_class` it is that one name. ' +
      'Publish the `dns_records` of the answer; those that are `optional` are for incoming mail and for ' +
      'opens and clicks. What exists is answered as it is, so the request can be repeated.',
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
      'identity:TagResource',
      'identity:GetEmailIdentity',
      'identity:PutEmailIdentityFeedbackAttributes',
      'identity:PutEmailIdentityMailFromAttributes',
    ],
    responses: { 201: DomainListSchema },
    refuses: ['plan_limit_reached', 'provider_error'],
    timeoutSeconds: providerTimeoutSeconds,
  },
  getDomain: {
    method: 'GET',
    path: '/v1/domains/{id}',
    summary: 'Get a sending domain, as last checked',
    description:
      'Nothing is looked up: `last_checked_at` says when it was. The service looks every minute while a ' +
      'domain is pending, and every ten minutes once it is verified.',
    scope: 'domains:read',
    needs: ['table:Query'],
    responses: { 200: DomainSchema },
    refuses: ['not_found'],
  },
  deleteDomain: {
    method: 'DELETE',
    path: '/v1/domains/{id}',
    summary: 'Delete a sending domain',
    description:
      'Mail that is scheduled from it fails when it is due, and drafts from it cannot be released. The ' +
      'history of sent mail stays. Adding the domain again takes new DNS records.',
    scope: 'domains:write',
    needs: [
      'table:Query',
      'table:DeleteItem',
      'identity:GetEmailIdentity',
      'identity:DeleteEmailIdentity',
      'identity:GetConfigurationSet',
      'identity:DeleteConfigurationSet',
    ],
    responses: { 200: DeletedDomainSchema },
    refuses: ['not_found', 'provider_error'],
    timeoutSeconds: providerTimeoutSeconds,
  },
  verifyDomain: {
    method: 'POST',
    path: '/v1/domains/{id}/verify',
    summary: 'Check the DNS records and the provider verdict of a sending domain now',
    description:
      'Looks at every DNS record and asks the provider, then answers the domain as it is now: also 200 ' +
      'if it is not verified. `status` alone decides whether mail may be sent. This is the only way on ' +
      'for a domain that failed. With an `Idempotency-Key` that was used before, the answer is the ' +
      'older one.',
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
    responses: { 200: DomainSchema },
    refuses: ['not_found'],
    timeoutSeconds: providerTimeoutSeconds,
  },
} satisfies Record<string, Route>;
