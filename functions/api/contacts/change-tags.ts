import { deletedAudiences } from '../../../shared/domain/audiences/delete';
import { changeTags } from '../../../shared/domain/contacts/change-tags';
import { tagsOf } from '../../../shared/domain/contacts/tags';
import { ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { presentContact } from './present';
import { contactRoutes } from './routes';

export const handler = endpoint(contactRoutes.changeTags, async ({ workspaceId }, { params, body }) => {
  const change = { add: tagsOf(body.add ?? []), remove: tagsOf(body.remove ?? []) };
  const [{ contact }, deleted] = await Promise.all([
    changeTags(workspaceId, params.id, change),
    deletedAudiences(workspaceId),
  ]);
  return ok(presentContact(contact, deleted));
});
