import { presentApiKey } from '../../../shared/domain/api-keys/present';
import { revokeApiKey } from '../../../shared/domain/api-keys/revoke';
import { ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { apiKeyRoutes } from './routes';

export const handler = endpoint(apiKeyRoutes.revokeApiKey, async (ctx, { params: { id = '' } }) =>
  ok(presentApiKey(await revokeApiKey(ctx, id))),
);
