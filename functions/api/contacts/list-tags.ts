import { listTagsInUse } from '../../../shared/domain/audience/contacts/tags-in-use';
import { ok, unpagedList } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { contactRoutes } from './routes';

const rowsMax = 200;

export const handler = endpoint(contactRoutes.listTags, async ({ workspaceId }) => {
  const tags = await listTagsInUse(workspaceId);
  const rows = tags.map(({ tag, count }) => ({ tag, contact_count: count }));
  return ok(unpagedList(rows, rows.length === rowsMax));
});
