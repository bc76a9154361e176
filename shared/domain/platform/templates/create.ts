import type { RequestContext } from '../../../core/request-context';
import { ifAbsent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { putItem } from '../../../db/table';
import { nowIso } from '../../../core/time';
import type { Template } from '../../../db/records/templates';
import { listRequiredNames } from './render';

/** The fields of a template that a client sets. */
export type TemplateCopy = Pick<Template, 'slug' | 'name' | 'subject' | 'html' | 'text' | 'expressionFields'>;

/**
 * Creates the template. Returns undefined if the slug is taken. A retry returns the template that the first attempt
 * created.
 */
export async function createTemplate(
  { workspaceId, operation }: RequestContext,
  copy: TemplateCopy,
): Promise<Template | undefined> {
  const template: Template = {
    id: operation.id,
    workspaceId,
    slug: copy.slug,
    name: copy.name,
    subject: copy.subject,
    html: copy.html,
    text: copy.text,
    variables: listRequiredNames(copy),
    ...(copy.expressionFields && { expressionFields: copy.expressionFields }),
    createdAt: nowIso(),
    updatedAt: null,
  };
  const key = keys.template(workspaceId, copy.slug);
  const existing = await putItem<Template>({ ...key, ...template }, ifAbsent);
  if (!existing) return template;
  return existing.id === operation.id ? existing : undefined;
}
