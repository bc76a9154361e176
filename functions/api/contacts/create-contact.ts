import { deletedAudiences } from '../../../shared/domain/audience/audiences/delete';
import { refuseUnknownAudience } from '../../../shared/domain/audience/audiences/find';
import { addOne } from '../../../shared/domain/consent/contact-changes/add-contact';
import { created } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { presentContact } from './present';
import { readContactRow, refuseUnusable } from './read-contact-row';
import { contactRoutes } from './routes';

export const handler = endpoint(contactRoutes.createContact, async (ctx, { body }) => {
  const { workspaceId } = ctx;
  const { audience_id: audienceId, ...given } = body;
  refuseUnusable(given);
  const [contact, deleted] = await Promise.all([
    addOne(ctx, audienceId, readContactRow(given), 'Imported from the API'),
    deletedAudiences(workspaceId),
  ]);
  return created(presentContact(contact ?? (await refuseUnknownAudience(workspaceId, audienceId)), deleted));
});
