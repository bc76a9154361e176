import { presentApiKey } from '../../../shared/domain/api-keys/present';
import { updateApiKey } from '../../../shared/domain/api-keys/update';
import { ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { apiKeyRoutes } from './routes';

export const handler = endpoint(apiKeyRoutes.updateApiKey, async (ctx, { params: { id = '' }, body }) =>
  ok(presentApiKey(await updateApiKey(ctx, id, body))),
);
