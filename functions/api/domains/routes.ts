import type { Route } from '../../../shared/http/route';
import { DeletedDomainSchema, DomainListSchema, DomainSchema, NewDomainRequestSchema } from './shapes';

/** SES allows few identity calls per second, so an operation with several calls needs time to wait. */
const providerTimeoutSeconds = 29;

export const domainRoutes = {
  listDomains: {
    method: 'GET',
    path: '/v1/domains',
    summary: 'List sending domains as of the last check',
    description:
      'Returns all domains, newest first, each with its DNS records and the values that the last check found.',
    scope: 'domains:read',
    needs: ['table:Query'],
    responses: { 200: DomainListSchema },
  },
  createDomain: {
    method: 'POST',
    path: '/v1/domains',
    summary: 'Add a sending domain for each risk class, or for one risk class',
    description:
      'Creates sending domains. Without `risk_class`, `domain` is a root and two domains are created: ' +
      '`mail.<root>` for transactional and `news.<root>` for marketing email. With `risk_class`, one ' +
      'domain with exactly this name is created. Publish the `dns_records` of the response. The ' +
      '`optional` records are for incoming mail and for tracking opens and clicks. Existing domains are ' +
      'returned unchanged, so you can repeat the request.',
    scope: 'domains:write',
    body: NewDomainRequestSchema,
    needs: [
      'table:GetItem',
      'table:Query',
      'table:PutItem',
      'table:UpdateItem',
      'environment:domains',
      'identity:CreateConfigurationSet',
      'identity:CreateConfigurationSetEventDestination',
      'identity:UpdateConfigurationSetEventDestination',
      'identity:CreateEmailIdentity',
      'identity:TagResource',
      'identity:GetEmailIdentity',
      'identity:PutEmailIdentityFeedbackAttributes',
      'identity:PutEmailIdentityMailFromAttributes',
      // For a domain that was created at SES while other requests used up the limit.
      'identity:DeleteEmailIdentity',
      'identity:GetConfigurationSet',
      'identity:DeleteConfigurationSet',
    ],
    responses: { 201: DomainListSchema },
    refuses: ['plan_limit_reached', 'provider_error'],
    timeoutSeconds: providerTimeoutSeconds,
  },
  getDomain: {
    method: 'GET',
    path: '/v1/domains/{id}',
    summary: 'Get a sending domain as of the last check',
    description:
      'Returns a domain as of the last check. `last_checked_at` is the time of this check. The service ' +
      'checks a pending domain every minute and a verified domain every ten minutes.',
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
      'Deletes the domain. Emails scheduled from the domain fail when due, and drafts from the domain ' +
      'cannot be released. The history of sent email remains. If you add the domain again, you must ' +
      'publish new DNS records.',
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
    summary: 'Check the DNS records and the SES status of a sending domain now',
    description:
      'Looks up every DNS record, asks SES for the status of the domain, and returns the domain. The ' +
      'response is 200 even if the domain is not verified. Only `status` decides whether the domain can ' +
      'send. Only this operation checks a domain whose status is `failed`. If you reuse an ' +
      '`Idempotency-Key`, the response is the earlier result.',
    scope: 'domains:write',
    needs: [
      'table:Query',
      'table:UpdateItem',
      'identity:GetEmailIdentity',
      'identity:PutEmailIdentityMailFromAttributes',
      'identity:PutConfigurationSetTrackingOptions',
      'identity:CreateConfigurationSetEventDestination',
      'identity:UpdateConfigurationSetEventDestination',
      'identity:DeleteConfigurationSetEventDestination',
      'environment:domains',
    ],
    responses: { 200: DomainSchema },
    refuses: ['not_found'],
    timeoutSeconds: providerTimeoutSeconds,
  },
} satisfies Record<string, Route>;
