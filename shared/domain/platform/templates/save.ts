import type { RequestContext } from '../../../core/request-context';
import { all, ifPresent, is, isNot, type Condition } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { serviceUnavailable, retryOnConflict } from '../../../db/retry-on-conflict';
import { updateItem } from '../../../db/table';
import { nowIso } from '../../../core/time';
import { createTemplate, type TemplateCopy } from './create';
import { refuseGuardedChange } from './guardrails';
import { findTemplate } from './find';
import { allParts, listRequiredNames, syntaxOf } from './render';
import type { Template } from '../../../db/records/templates';

interface SaveResult {
  template: Template;
  isNew: boolean;
}

/**
 * Updates the template with this slug, or creates it. If `text` is omitted, the stored text is kept. Null removes the
 * stored text. Throws 403 for the guardrails of the key, then 422 for invalid input.
 */
export async function saveTemplate(
  ctx: RequestContext,
  readUpdate: () => TemplateUpdate,
): Promise<SaveResult> {
  refuseGuardedChange(ctx);
  const update = readUpdate();
  return retryOnConflict(
    () => trySaveTemplate(ctx, update),
    () =>
      serviceUnavailable(
        'Other requests are changing this template, so nothing was changed. Retry the request',
      ),
  );
}

/** An undefined `text` keeps the stored text. */
type TemplateUpdate = Omit<TemplateCopy, 'text' | 'expressionFields'> & { text?: string | null | undefined };

/** Returns undefined if another request created or deleted the template, or changed the stored text. */
async function trySaveTemplate(ctx: RequestContext, update: TemplateUpdate): Promise<SaveResult | undefined> {
  const updated = await updateTemplate(ctx, update);
  if (updated) return { template: updated, isNew: false };
  const created = await createTemplate(ctx, {
    ...update,
    text: update.text ?? null,
    expressionFields: allParts,
  });
  return created && { template: created, isNew: true };
}

/** Returns undefined if no template exists, or if an earlier attempt of this operation created the template. */
async function updateTemplate(
  ctx: RequestContext,
  { text, ...update }: TemplateUpdate,
): Promise<Template | undefined> {
  if (text !== undefined) return writeCopy(ctx, { ...update, text, expressionFields: allParts });
  const existing = await findTemplate(ctx.workspaceId, update.slug);
  // The write is conditional on the stored text, because the template's variables are derived from it.
  if (!existing) return undefined;
  const keepsSyntax = existing.text !== null && syntaxOf(existing, 'text') === 'placeholders';
  const expressionFields = allParts.filter((field) => field !== 'text' || !keepsSyntax);
  return writeCopy(ctx, { ...update, text: existing.text, expressionFields }, is('text', existing.text));
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
        variables: listRequiredNames(copy),
        expressionFields: copy.expressionFields,
        updatedAt: nowIso(),
      },
    },
    all(ifPresent, isNot('id', operation.id), ...conditions),
  );
