import { createApiKey } from '../../../shared/domain/platform/api-keys/create';
import { created } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentIssuedKey } from './present';
import { readNewApiKey } from './read-key-request';
import { apiKeyRoutes } from './routes';

export const handler = endpoint(apiKeyRoutes.createApiKey, async (ctx, { body }) =>
  created(presentIssuedKey(await createApiKey(ctx, readNewApiKey(body)))),
);
