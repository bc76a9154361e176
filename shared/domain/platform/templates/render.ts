import { ApiError, invalidRequest } from '../../../core/errors';
import { fillPlaceholders } from '../../../text/placeholders';
import { isOneLine, subjectLengthMax } from '../../../text/subject';
import type { Template } from '../../../db/records/templates';

/** The limit applies to the total of all inserted values, because a template may repeat a value. */
const valuesBytesMax = 500_000;

type Variables = Readonly<Record<string, string>>;

/** The parts of a template that are rendered. */
export type MailContent = Pick<Template, 'subject' | 'html' | 'text'>;

/**
 * Renders the template with these values, which are escaped in the HTML only. Throws 422 `missing_variables` if a
 * declared placeholder has no value. An undeclared placeholder without a value is rendered empty.
 */
export function renderTemplate(
  { subject, html, text, variables: declared }: Pick<Template, 'subject' | 'html' | 'text' | 'variables'>,
  variables: Variables,
): MailContent {
  refuseMissing(declared, variables);
  return fillMailContent({ subject, html, text }, variables);
}

/**
 * Renders the content with these values, which are escaped in the HTML only. A placeholder without a value is rendered
 * empty.
 */
export function fillMailContent({ subject, html, text }: MailContent, variables: Variables): MailContent {
  const withinBudget = byteBudget(valuesBytesMax);
  const fill = (copy: string, escape: (value: string) => string) =>
    fillPlaceholders(copy, (name) => withinBudget(escape(valueOf(variables, name))));
  return {
    subject: fill(subject, asIs),
    html: fill(html, escapeHtml),
    text: text === null ? null : fill(text, asIs),
  };
}

/** Refuses with 422 if the rendered subject breaks the rules for subjects, because variables can contain any text. */
export function readRenderedSubject(subject: string): string {
  if (subject.length >= 1 && subject.length <= subjectLengthMax && isOneLine(subject)) return subject;
  const message = `The rendered subject must have 1 to ${subjectLengthMax} characters on one line`;
  throw invalidRequest(message, [{ path: ['variables'], message }]);
}

function refuseMissing(declared: readonly string[], variables: Variables): void {
  const missing = declared.filter((name) => !Object.hasOwn(variables, name));
  if (missing.length === 0) return;
  throw new ApiError('missing_variables', `Missing: ${missing.join(', ')}`, { missing });
}

/** `constructor` is a valid variable name, so do not read inherited properties. */
const valueOf = (variables: Variables, name: string): string =>
  Object.hasOwn(variables, name) ? (variables[name] ?? '') : '';

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

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (value: string): string =>
  value.replace(/[&<>"']/g, (character) => entities[character] ?? '');
