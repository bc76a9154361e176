import { deletedAudiences } from '../../../shared/domain/audience/audiences/delete';
import { expectAudience } from '../../../shared/domain/audience/audiences/find';
import { addOne } from '../../../shared/domain/consent/contact-changes/add-contact';
import { importContacts } from '../../../shared/domain/consent/contact-changes/import-contacts';
import { notFound } from '../../../shared/core/errors';
import { cut } from '../../../shared/text/cut';
import { created } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { presentContact } from '../contacts/present';
import { readContactRow, refuseUnusable } from '../contacts/read-contact-row';
import { presentImported } from './present';
import { audienceRoutes } from './routes';

const sourceMax = 60;

/** What stands on the suppressions that an import writes. */
const detailOf = (source = 'the API'): string => {
  const named = cut(source, sourceMax);
  return named === '' ? 'Imported' : `Imported from ${named}`;
};

export const handler = endpoint(audienceRoutes.addMembers, async (ctx, { params: { id }, query, body }) => {
  const { workspaceId } = ctx;
  const detail = detailOf(query.source);
  if (Array.isArray(body)) {
    for (const [index, row] of body.entries()) refuseUnusable(row, [index]);
    const imported = await importContacts(ctx, id, body.map(readContactRow), {
      detail,
      isStarting: query.trigger_automations === true,
    });
    return created(presentImported(imported ?? (await refuse(workspaceId, id))));
  }
  refuseUnusable(body);
  const [contact, deleted] = await Promise.all([
    addOne(ctx, id, readContactRow(body), detail),
    deletedAudiences(workspaceId),
  ]);
  return created(presentContact(contact ?? (await refuse(workspaceId, id)), deleted));
});

async function refuse(workspaceId: string, id: string): Promise<never> {
  await expectAudience(workspaceId, id);
  throw notFound('audience');
}
