import type { Ctx } from '../../../core/ctx';
import { all, ifPresent, is, isNot, type Condition } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { busy, untilWon } from '../../../db/race';
import { updateItem } from '../../../db/table';
import { nowIso } from '../../../core/time';
import { createTemplate, variablesOf, type TemplateCopy } from './create';
import { findTemplate } from './find';
import type { Template } from '../../../db/records/templates';

interface Saved {
  template: Template;
  isNew: boolean;
}

/** Updates the template with the slug, or creates it. A text that is left out stays, and null removes it. */
export function saveTemplate(ctx: Ctx, given: Save): Promise<Saved> {
  return untilWon(
    () => saveOnce(ctx, given),
    () => busy('The template is being changed by others: nothing was done'),
  );
}

/** A text that is undefined stays as it is. */
type Save = Omit<TemplateCopy, 'text'> & { text?: string | null | undefined };

/** Loses only to somebody who creates or deletes the template, or changes the text that is to stay. */
async function saveOnce(ctx: Ctx, given: Save): Promise<Saved | undefined> {
  const updated = await updateTemplate(ctx, given);
  if (updated) return { template: updated, isNew: false };
  const created = await createTemplate(ctx, { ...given, text: given.text ?? null });
  return created && { template: created, isNew: true };
}

/** Undefined when there is none, or only the one that this operation's first attempt created. */
async function updateTemplate(ctx: Ctx, { text, ...given }: Save): Promise<Template | undefined> {
  if (text !== undefined) return writeCopy(ctx, { ...given, text });
  const standing = await findTemplate(ctx.workspaceId, given.slug);
  // The variables are worked out with the text that stays, so it must still be that one.
  return standing && writeCopy(ctx, { ...given, text: standing.text }, is('text', standing.text));
}

const writeCopy = (
  { workspaceId, operation }: Ctx,
  copy: TemplateCopy,
  ...conditions: Condition[]
): Promise<Template | undefined> =>
  updateItem<Template>(
    keys.template(workspaceId, copy.slug),
    {
      set: {
        name: copy.name,
        subject: copy.subject,
        html: copy.html,
        text: copy.text,
        variables: variablesOf(copy),
        updatedAt: nowIso(),
      },
    },
    all(ifPresent, isNot('id', operation.id), ...conditions),
  );
