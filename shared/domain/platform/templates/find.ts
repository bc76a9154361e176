import { keys } from '../../../db/keys';
import { getItem } from '../../../db/table';
import { notFound } from '../../../core/errors';
import type { Template } from '../../../db/records/templates';
import { isSlug } from '../../../text/slug';

/** Returns the workspace's template with this slug, or undefined. */
export async function findTemplate(workspaceId: string, slug: string): Promise<Template | undefined> {
  return isSlug(slug) ? getItem(keys.template(workspaceId, slug)) : undefined;
}

/** Returns the template with this slug or throws 404. */
export async function expectTemplate(workspaceId: string, slug: string): Promise<Template> {
  const template = await findTemplate(workspaceId, slug);
  if (!template) throw notFound('template');
  return template;
}
