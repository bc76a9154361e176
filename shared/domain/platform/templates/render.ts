import { ApiError, invalidRequest } from '../../../core/errors';
import { fillPlaceholders, requiredNames, valueReader, type Syntax } from '../../../text/placeholders';
import { escapeHtml } from '../../../text/html';
import { isOneLine, subjectLengthMax } from '../../../text/subject';
import type { RenderedRecord, Template } from '../../../db/records/templates';

/** The limit applies to the total of all inserted values, because a template may repeat a value. */
const valuesBytesMax = 500_000;

type Variables = Readonly<Record<string, string>>;

export const allParts = ['subject', 'html', 'text'] as const;
type Part = (typeof allParts)[number];

/** The parts of an email before or after they are rendered. */
export type MailContent = Pick<Template, Part>;

/** The parts of a template that are rendered. */
export type RenderedContent = MailContent & RenderedRecord<Part>;

/** The syntax in which the field is read. */
export const syntaxOf = <Field extends string>(
  { expressionFields }: RenderedRecord<Field>,
  field: Field,
): Syntax => (expressionFields?.includes(field) ? 'expressions' : 'placeholders');

/** Lists the names for which the content needs a value. */
export const listRequiredNames = (content: RenderedContent): string[] =>
  requiredNames(...allParts.map((part) => [content[part] ?? '', syntaxOf(content, part)] as const));

/**
 * Renders the template with these values, which are escaped in the HTML only. Throws 422 `missing_variables` if a
 * required name has no value. Any other placeholder without a value is rendered empty.
 */
export function renderTemplate(
  { variables: required, ...content }: RenderedContent & Pick<Template, 'variables'>,
  variables: Variables,
): MailContent {
  refuseMissing(required, variables);
  return fillMailContent(content, variables);
}

/**
 * Renders the content with these values, which are escaped in the HTML only. A placeholder without a value is rendered
 * empty.
 */
export function fillMailContent(content: RenderedContent, variables: Variables): MailContent {
  const withinBudget = byteBudget(valuesBytesMax);
  const valueOf = valueReader(variables);
  const fill = (part: Part, escape: (value: string) => string) =>
    fillPlaceholders(content[part] ?? '', syntaxOf(content, part), valueOf, (value) =>
      withinBudget(escape(value)),
    );
  return {
    subject: fill('subject', asIs),
    html: fill('html', escapeHtml),
    text: content.text === null ? null : fill('text', asIs),
  };
}

/** Refuses with 422 if the rendered subject breaks the rules for subjects, because variables can contain any text. */
export function readRenderedSubject(subject: string): string {
  if (subject.length >= 1 && subject.length <= subjectLengthMax && isOneLine(subject)) return subject;
  const message = `The rendered subject must have 1 to ${subjectLengthMax} characters on one line`;
  throw invalidRequest(message, [{ path: ['variables'], message }]);
}

function refuseMissing(required: readonly string[], variables: Variables): void {
  const missing = required.filter((name) => !Object.hasOwn(variables, name));
  if (missing.length === 0) return;
  throw new ApiError('missing_variables', `Missing: ${missing.join(', ')}`, { missing });
}

/** Returns a function that returns each value until the total exceeds the limit. */
function byteBudget(bytesMax: number): (value: string) => string {
  let bytes = 0;
  return (value) => {
    bytes += Buffer.byteLength(value);
    if (bytes <= bytesMax) return value;
    throw invalidRequest(`variables: the values would add more than ${bytesMax} bytes to the email`);
  };
}

const asIs = (value: string): string => value;
