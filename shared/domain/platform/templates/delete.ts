import { keys } from '../../../db/keys';
import { deleteItem } from '../../../db/table';
import { notFound } from '../../../core/errors';
import { isSlug } from '../../../text/slug';

/** Deletes the template, or 404. Of two concurrent requests, one deletes it. */
export async function deleteTemplate(workspaceId: string, slug: string): Promise<void> {
  if (!isSlug(slug) || !(await deleteItem(keys.template(workspaceId, slug)))) throw notFound('template');
}
