import { revokeApiKey } from '../../../shared/domain/platform/api-keys/revoke';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentApiKey } from './present';
import { apiKeyRoutes } from './routes';

export const handler = endpoint(apiKeyRoutes.revokeApiKey, async (ctx, { params }) =>
  ok(presentApiKey(await revokeApiKey(ctx, params.id))),
);
