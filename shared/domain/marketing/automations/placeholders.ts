import { keys } from '../../../db/keys';
import { getItems } from '../../../db/table';
import { ApiError } from '../../../core/errors';
import { listContactProperties } from '../../audience/contacts/properties';
import { hasUnsubscribeUrl, unsubscribeUrlName } from '../../audience/unsubscribe/unsubscribe-parts';
import { listRequiredNames, type RenderedContent } from '../../platform/templates/render';
import type { Template } from '../../../db/records/templates';
import { isSlug } from '../../../text/slug';
import type { Automation, Step, TriggerKind } from '../../../db/records/automations';

export type TemplatesBySlug = ReadonlyMap<string, Template>;

/** Loads the templates that the steps use, by slug. Deleted templates are missing. */
export async function loadTemplates(workspaceId: string, steps: readonly Step[]): Promise<TemplatesBySlug> {
  const slugs = steps.flatMap(({ templateSlug }) => templateSlug ?? []).filter(isSlug);
  const found = await getItems(slugs.map((slug) => keys.template(workspaceId, slug)));
  return new Map(found.map((template) => [template.slug, template]));
}

/** The subject of the step with the bodies of its template or, without a template, with its own HTML. */
export function stepContent(step: Step, template: Template | undefined): RenderedContent {
  const bodies = template ?? step;
  return {
    subject: step.subject,
    html: bodies.html ?? '',
    text: template?.text ?? null,
    expressionFields: [
      ...(step.expressionFields ?? []).filter((field) => field === 'subject'),
      ...(bodies.expressionFields ?? []).filter((field) => field !== 'subject'),
    ],
  };
}

/** Enrollments by these triggers use only the automation's default variables. */
const kindsWithoutVariables: readonly TriggerKind[] = ['contact_added', 'tag_added'];

type Placeholders = Pick<Automation, 'workspaceId' | 'trigger' | 'defaultVariables' | 'contactFields'>;

/**
 * Refuses with 422 `missing_variables` if a placeholder of the steps needs a value that neither the defaults nor the
 * fields of contacts have.
 */
export async function refuseMissingDefaults(
  { workspaceId, trigger, defaultVariables, contactFields }: Placeholders,
  steps: readonly Step[],
  templates: TemplatesBySlug,
): Promise<void> {
  if (!kindsWithoutVariables.includes(trigger.kind)) return;
  const names = new Set(
    steps.flatMap((step) => listNamesWithoutLink(stepContent(step, templates.get(step.templateSlug ?? '')))),
  );
  const withoutDefault = [...names].filter((name) => !Object.hasOwn(defaultVariables, name));
  if (withoutDefault.length === 0) return;
  const covered = contactFields ? await listContactFields(workspaceId) : new Set();
  const missing = withoutDefault.filter((name) => !covered.has(name));
  if (missing.length === 0) return;
  throw new ApiError('missing_variables', `default_variables: missing ${missing.join(', ')}`, { missing });
}

/** The service gives every recipient a value for `unsubscribe_url`. */
const listNamesWithoutLink = (content: RenderedContent): string[] =>
  listRequiredNames(content).filter((name) => !hasUnsubscribeUrl(content) || name !== unsubscribeUrlName);

/** The fields that fill placeholders, in addition to attributes. */
const contactFieldNames = ['email', 'first_name', 'last_name'];

async function listContactFields(workspaceId: string): Promise<ReadonlySet<string>> {
  const properties = await listContactProperties(workspaceId);
  return new Set([...contactFieldNames, ...properties.map(({ key }) => key)]);
}
