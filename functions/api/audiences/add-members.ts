import { listDeletedAudienceIds } from '../../../shared/domain/audience/audiences/delete';
import { expectAudience } from '../../../shared/domain/audience/audiences/find';
import { addContact } from '../../../shared/domain/consent/contact-changes/add-contact';
import { importContacts } from '../../../shared/domain/consent/contact-changes/import-contacts';
import { notFound } from '../../../shared/core/errors';
import { truncateText } from '../../../shared/text/truncate-text';
import { created } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentContact } from '../contacts/present';
import { readContactRow, refuseUnusableRow } from '../contacts/read-contact-row';
import { presentImported } from './present';
import { audienceRoutes } from './routes';

const sourceMax = 60;

/** Returns the `detail` of the suppressions that an import creates. */
const suppressionDetail = (source = 'the API'): string => {
  const shortSource = truncateText(source, sourceMax);
  return shortSource === '' ? 'Imported' : `Imported from ${shortSource}`;
};

export const handler = endpoint(audienceRoutes.addMembers, async (ctx, { params: { id }, query, body }) => {
  const { workspaceId } = ctx;
  const detail = suppressionDetail(query.source);
  if (Array.isArray(body)) {
    for (const [index, row] of body.entries()) refuseUnusableRow(row, [index]);
    const imported = await importContacts(ctx, id, body.map(readContactRow), {
      detail,
      startsAutomations: query.trigger_automations === true,
    });
    return created(presentImported(imported ?? (await refuseUnknownAudience(workspaceId, id))));
  }
  refuseUnusableRow(body);
  const [contact, deletedAudienceIds] = await Promise.all([
    addContact(ctx, id, readContactRow(body), detail),
    listDeletedAudienceIds(workspaceId),
  ]);
  return created(
    presentContact(contact ?? (await refuseUnknownAudience(workspaceId, id)), deletedAudienceIds),
  );
});

async function refuseUnknownAudience(workspaceId: string, id: string): Promise<never> {
  await expectAudience(workspaceId, id);
  throw notFound('audience');
}
