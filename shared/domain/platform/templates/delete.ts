import { keys } from '../../../db/keys';
import { deleteItem } from '../../../db/table';
import { notFound } from '../../../core/errors';
import { isSlug } from '../../../text/slug';

/** Deletes the template, or throws 404 if it does not exist. Of two concurrent requests, only one succeeds. */
export async function deleteTemplate(workspaceId: string, slug: string): Promise<void> {
  if (!isSlug(slug) || !(await deleteItem(keys.template(workspaceId, slug)))) throw notFound('template');
}
