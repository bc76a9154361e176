import { tagsInUse } from '../../../shared/domain/audience/contacts/tags-in-use';
import { ok, wholeList } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { contactRoutes } from './routes';

const shownMax = 200;

export const handler = endpoint(contactRoutes.listTags, async ({ workspaceId }) => {
  const tags = await tagsInUse(workspaceId);
  const rows = tags.map(({ tag, count }) => ({ tag, contact_count: count }));
  return ok(wholeList(rows, rows.length === shownMax));
});
