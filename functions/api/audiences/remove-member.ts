import { removeFromAudience } from '../../../shared/domain/audience/audiences/remove-from-audience';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { audienceRoutes } from './routes';

const note =
  'The contact is removed from the audience. Active enrollments of the contact in automations continue. To stop the enrollments, end them separately.';

export const handler = endpoint(audienceRoutes.removeMember, async ({ workspaceId }, { params }) => {
  const { contact, contactCount } = await removeFromAudience(workspaceId, params.id, params.contact_id);
  return ok({
    id: contact.id,
    audience_id: params.id,
    removed: true,
    contact_count: contactCount,
    note,
  });
});
