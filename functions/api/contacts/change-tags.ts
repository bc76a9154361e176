import { listDeletedAudienceIds } from '../../../shared/domain/audience/audiences/delete';
import { changeTags } from '../../../shared/domain/audience/contacts/change-tags';
import { normalizeTags } from '../../../shared/domain/audience/contacts/normalize-tags';
import {
  filterTriggered,
  loadTriggerMatcher,
  enrollTriggered,
} from '../../../shared/domain/marketing/automations/enrollments/triggered-enrollments';
import { handleTagChange } from '../../../shared/domain/consent/consent-events';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentContact } from './present';
import { contactRoutes } from './routes';

export const handler = endpoint(contactRoutes.changeTags, async (ctx, { params, body }) => {
  const { workspaceId } = ctx;
  const tagChanges = { add: normalizeTags(body.add ?? []), remove: normalizeTags(body.remove ?? []) };
  const [contact, deletedAudienceIds] = await Promise.all([
    changeTags(workspaceId, params.id, tagChanges, await loadTriggerMatcher(ctx, { tags: tagChanges.add })),
    listDeletedAudienceIds(workspaceId),
  ]);
  await handleTagChange(contact);
  await enrollTriggered(filterTriggered([contact]));
  return ok(presentContact(contact, deletedAudienceIds));
});
