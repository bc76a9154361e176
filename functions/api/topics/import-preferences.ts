import { importPreferences } from '../../../shared/domain/topics/import';
import { ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { topicRoutes } from './routes';

export const handler = endpoint(
  topicRoutes.importPreferences,
  async ({ workspaceId }, { params: { key = '' }, body }) =>
    ok({ key, ...(await importPreferences(workspaceId, key, body)) }),
);
