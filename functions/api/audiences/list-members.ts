import { listDeletedAudienceIds } from '../../../shared/domain/audience/audiences/delete';
import { expectAudience } from '../../../shared/domain/audience/audiences/find';
import { listMembers } from '../../../shared/domain/audience/audiences/members';
import { pagedList, ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentContact } from '../contacts/present';
import { audienceRoutes } from './routes';

export const handler = endpoint(audienceRoutes.listMembers, async ({ workspaceId }, { params, query }) => {
  const cursor = query.cursor ?? query.after;
  const after = cursor?.trim().toLowerCase() || undefined;
  const [{ id }, deletedAudienceIds] = await Promise.all([
    expectAudience(workspaceId, params.id),
    listDeletedAudienceIds(workspaceId),
  ]);
  const { records, next } = await listMembers(workspaceId, id, { after, limit: query.limit });
  return ok(
    pagedList(
      records.map((contact) => presentContact(contact, deletedAudienceIds)),
      next,
    ),
  );
});
