import { ApiError, invalidRequest } from '../../../core/errors';
import { fillPlaceholders } from '../../../text/placeholders';
import { isOneLine, subjectLengthMax } from '../../../text/subject';
import type { Template } from '../../../db/records/templates';

/** A template may repeat a value, so the limit applies to all inserted values together. */
const valuesBytesMax = 500_000;

type Variables = Readonly<Record<string, string>>;

/** The parts of a template that are rendered. */
export type MailContent = Pick<Template, 'subject' | 'html' | 'text'>;

/**
 * Renders the template with these values, escaped in the HTML only. 422 `missing_variables` if a declared placeholder
 * has no value; an undeclared one without a value renders empty.
 */
export function renderTemplate(
  { subject, html, text, variables: declared }: Pick<Template, 'subject' | 'html' | 'text' | 'variables'>,
  variables: Variables,
): MailContent {
  refuseMissing(declared, variables);
  return fillMailContent({ subject, html, text }, variables);
}

/** Renders the copy with these values, escaped in the HTML only. A placeholder without a value renders empty. */
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

/** A rendered subject must follow the rules for subjects, because variables can break them. */
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

/** `constructor` is a valid name: inherited properties are not values. */
const valueOf = (variables: Variables, name: string): string =>
  Object.hasOwn(variables, name) ? (variables[name] ?? '') : '';

/** Returns each value until the values together exceed the limit. */
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
