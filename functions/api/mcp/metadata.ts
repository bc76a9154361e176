import { requireEnv } from '../../../shared/core/env';
import { ApiError } from '../../../shared/core/errors';
import { json, type HttpResponse } from '../../../shared/http/responses';
import { scopes } from '../../../shared/core/scopes';

const path = '/.well-known/oauth-protected-resource/mcp';

/** Undefined if the deployment has no OAuth issuer and therefore accepts only API keys. */
export const metadataUrl = (): string | undefined =>
  process.env.OAUTH_ISSUER ? `${requireEnv('PUBLIC_URL')}${path}` : undefined;

/** Presents the resource and its authorization server (RFC 9728). */
export function metadataResponse(): HttpResponse {
  const issuer = process.env.OAUTH_ISSUER;
  if (!issuer)
    throw new ApiError('not_found', 'This deployment has no OAuth issuer. Authenticate with an API key');
  return json(200, {
    resource: `${requireEnv('PUBLIC_URL')}/mcp`,
    resource_name: 'Carrier Nest',
    authorization_servers: [issuer],
    bearer_methods_supported: ['header'],
    scopes_supported: scopes,
  });
}
