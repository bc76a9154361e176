import type * as z from 'zod/mini';
import type { Ctx } from '../../ctx';
import { keys } from '../../db/keys';
import { updateItem } from '../../db/table';
import { ApiError } from '../../errors';
import { nowIso } from '../../time';
import { validate } from '../../validate';
import { createTemplate, variablesOf, type TemplateCopy } from './create';
import { findTemplate } from './find';
import type { Template } from './record';
import { SaveTemplateSchema } from './template-request';

const triesMax = 5;

/** Updates the template with the slug, or creates it. A text that is left out stays, and null removes it. */
export async function saveTemplate(ctx: Ctx, body: unknown): Promise<{ template: Template; isNew: boolean }> {
  const given = validate(SaveTemplateSchema, body);
  // Each try loses only to somebody who creates or deletes the template, or changes the text that is to stay.
  for (let tries = 0; tries < triesMax; tries++) {
    const updated = await updateTemplate(ctx, given);
    if (updated) return { template: updated, isNew: false };
    const created = await createTemplate(ctx, { ...given, text: given.text ?? null });
    if (created) return { template: created, isNew: true };
  }
  throw new ApiError('service_unavailable', 'The template is being changed by others: nothing was done', {
    headers: { 'Retry-After': '1' },
  });
}

type Save = z.output<typeof SaveTemplateSchema>;

/** Undefined when there is none, or only the one that this operation's first attempt created. */
async function updateTemplate(ctx: Ctx, { text, ...given }: Save): Promise<Template | undefined> {
  if (text !== undefined) return writeCopy(ctx, { ...given, text });
  const standing = await findTemplate(ctx.workspaceId, given.slug);
  // The variables are worked out with the text that stays, so it must still be that one.
  return standing && writeCopy(ctx, { ...given, text: standing.text }, ' AND #text = :text');
}

const writeCopy = (
  { workspaceId, operation }: Ctx,
  copy: TemplateCopy,
  condition = '',
): Promise<Template | undefined> =>
  updateItem<Template>(keys.template(workspaceId, copy.slug), {
    UpdateExpression: [
      'SET #name = :name',
      'subject = :subject',
      'html = :html',
      '#text = :text',
      '#variables = :variables',
      'updatedAt = :now',
    ].join(', '),
    ConditionExpression: `attribute_exists(pk) AND id <> :operation${condition}`,
    ExpressionAttributeNames: { '#name': 'name', '#text': 'text', '#variables': 'variables' },
    ExpressionAttributeValues: {
      ':name': copy.name,
      ':subject': copy.subject,
      ':html': copy.html,
      ':text': copy.text,
      ':variables': variablesOf(copy),
      ':now': nowIso(),
      ':operation': operation.id,
    },
  });
