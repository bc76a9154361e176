import { deletedAudiences } from '../../../shared/domain/audience/audiences/delete';
import { changeTags } from '../../../shared/domain/audience/contacts/change-tags';
import { tagsOf } from '../../../shared/domain/audience/contacts/tags';
import {
  markedAmong,
  markingFor,
  startMarked,
} from '../../../shared/domain/marketing/automations/enrollments/starts';
import { retagged } from '../../../shared/domain/consent/happenings';
import { ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { presentContact } from './present';
import { contactRoutes } from './routes';

export const handler = endpoint(contactRoutes.changeTags, async (ctx, { params, body }) => {
  const { workspaceId } = ctx;
  const change = { add: tagsOf(body.add ?? []), remove: tagsOf(body.remove ?? []) };
  const [contact, deleted] = await Promise.all([
    changeTags(workspaceId, params.id, change, await markingFor(ctx, { tags: change.add })),
    deletedAudiences(workspaceId),
  ]);
  await retagged(contact);
  await startMarked(markedAmong([contact]));
  return ok(presentContact(contact, deleted));
});
