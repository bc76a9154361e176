import { createApiKey } from '../../../shared/domain/api-keys/create';
import { presentIssuedKey } from '../../../shared/domain/api-keys/present';
import { created } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { apiKeyRoutes } from './routes';

export const handler = endpoint(apiKeyRoutes.createApiKey, async (ctx, { body }) =>
  created(presentIssuedKey(await createApiKey(ctx, body))),
);
