import { keys } from '../../../db/keys';
import { getItems } from '../../../db/table';
import { ApiError } from '../../../core/errors';
import { placeholderNames } from '../../../text/placeholders';
import type { Template } from '../../../db/records/templates';
import { isSlug } from '../../../text/slug';
import type { Step, TriggerKind, Variables } from '../../../db/records/automations';

export type TemplatesBySlug = ReadonlyMap<string, Template>;

/** Loads the templates that the steps use, by slug. Deleted templates are missing. */
export async function loadTemplates(workspaceId: string, steps: readonly Step[]): Promise<TemplatesBySlug> {
  const slugs = steps.flatMap(({ templateSlug }) => templateSlug ?? []).filter(isSlug);
  const found = await getItems(slugs.map((slug) => keys.template(workspaceId, slug)));
  return new Map(found.map((template) => [template.slug, template]));
}

/** Lists the placeholders in a step's subject and in its template's bodies or, without a template, in its own HTML. */
export function listStepPlaceholders({ subject, html }: Step, template: Template | undefined): string[] {
  return template
    ? placeholderNames(subject, template.html, template.text ?? '')
    : placeholderNames(subject, html ?? '');
}

/** Enrollments by these triggers use only the automation's default variables. */
const kindsWithoutVariables: readonly TriggerKind[] = ['contact_added', 'tag_added'];

/**
 * Refuses with 422 `missing_variables` if only defaults can fill a placeholder and the defaults have no value for it.
 */
export function refuseMissingDefaults(
  kind: TriggerKind,
  steps: readonly Step[],
  templates: TemplatesBySlug,
  defaults: Variables,
): void {
  if (!kindsWithoutVariables.includes(kind)) return;
  const names = new Set(
    steps.flatMap((step) => listStepPlaceholders(step, templates.get(step.templateSlug ?? ''))),
  );
  const missing = [...names].filter((name) => !Object.hasOwn(defaults, name));
  if (missing.length === 0) return;
  throw new ApiError('missing_variables', `default_variables: missing ${missing.join(', ')}`, { missing });
}
