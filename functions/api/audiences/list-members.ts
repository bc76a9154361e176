import { deletedAudiences } from '../../../shared/domain/audience/audiences/delete';
import { expectAudience } from '../../../shared/domain/audience/audiences/find';
import { membersByAddress } from '../../../shared/domain/audience/audiences/members';
import { list, ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { presentContact } from '../contacts/present';
import { audienceRoutes } from './routes';

export const handler = endpoint(audienceRoutes.listMembers, async ({ workspaceId }, { params, query }) => {
  const cursor = query.cursor ?? query.after;
  const after = cursor?.trim().toLowerCase() || undefined;
  const [{ id }, deleted] = await Promise.all([
    expectAudience(workspaceId, params.id),
    deletedAudiences(workspaceId),
  ]);
  const { records, next } = await membersByAddress(workspaceId, id, { after, limit: query.limit });
  return ok(
    list(
      records.map((contact) => presentContact(contact, deleted)),
      next,
    ),
  );
});
