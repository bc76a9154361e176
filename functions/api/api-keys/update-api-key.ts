import { updateApiKey } from '../../../shared/domain/platform/api-keys/update';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentApiKey } from './present';
import { readApiKeyChanges } from './read-key-request';
import { apiKeyRoutes } from './routes';

export const handler = endpoint(apiKeyRoutes.updateApiKey, async (ctx, { params, body }) =>
  ok(presentApiKey(await updateApiKey(ctx, params.id, readApiKeyChanges(body)))),
);
