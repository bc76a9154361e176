import type { RequestContext } from '../../../core/request-context';
import { all, ifPresent, is, isNot, type Condition } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { serviceUnavailable, retryOnConflict } from '../../../db/retry-on-conflict';
import { updateItem } from '../../../db/table';
import { nowIso } from '../../../core/time';
import { createTemplate, listPlaceholders, type TemplateCopy } from './create';
import { findTemplate } from './find';
import type { Template } from '../../../db/records/templates';

interface SaveResult {
  template: Template;
  isNew: boolean;
}

/** Updates the template with the slug, or creates it. A text that is left out stays, and null removes it. */
export function saveTemplate(ctx: RequestContext, update: TemplateUpdate): Promise<SaveResult> {
  return retryOnConflict(
    () => trySaveTemplate(ctx, update),
    () => serviceUnavailable('The template is being changed by others: nothing was done'),
  );
}

/** A text that is undefined stays as it is. */
type TemplateUpdate = Omit<TemplateCopy, 'text'> & { text?: string | null | undefined };

/** Loses only to somebody who creates or deletes the template, or changes the text that is to stay. */
async function trySaveTemplate(ctx: RequestContext, update: TemplateUpdate): Promise<SaveResult | undefined> {
  const updated = await updateTemplate(ctx, update);
  if (updated) return { template: updated, isNew: false };
  const created = await createTemplate(ctx, { ...update, text: update.text ?? null });
  return created && { template: created, isNew: true };
}

/** Undefined when there is none, or only the one that this operation's first attempt created. */
async function updateTemplate(
  ctx: RequestContext,
  { text, ...update }: TemplateUpdate,
): Promise<Template | undefined> {
  if (text !== undefined) return writeCopy(ctx, { ...update, text });
  const existing = await findTemplate(ctx.workspaceId, update.slug);
  // The variables are worked out with the text that stays, so it must still be that one.
  return existing && writeCopy(ctx, { ...update, text: existing.text }, is('text', existing.text));
}

const writeCopy = (
  { workspaceId, operation }: RequestContext,
  copy: TemplateCopy,
  ...conditions: Condition<Template>[]
): Promise<Template | undefined> =>
  updateItem(
    keys.template(workspaceId, copy.slug),
    {
      set: {
        name: copy.name,
        subject: copy.subject,
        html: copy.html,
        text: copy.text,
        variables: listPlaceholders(copy),
        updatedAt: nowIso(),
      },
    },
    all(ifPresent, isNot('id', operation.id), ...conditions),
  );
