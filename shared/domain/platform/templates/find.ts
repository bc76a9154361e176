import { keys } from '../../../db/keys';
import { getItem } from '../../../db/table';
import { notFound } from '../../../core/errors';
import type { Template } from '../../../db/records/templates';
import { isSlug } from '../../../text/slug';

/** The template with this slug, or undefined when the workspace has none. */
export async function findTemplate(workspaceId: string, slug: string): Promise<Template | undefined> {
  return isSlug(slug) ? getItem(keys.template(workspaceId, slug)) : undefined;
}

/** The template with this slug, or 404. */
export async function expectTemplate(workspaceId: string, slug: string): Promise<Template> {
  const template = await findTemplate(workspaceId, slug);
  if (!template) throw notFound('template');
  return template;
}
