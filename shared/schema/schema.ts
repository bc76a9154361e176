import { config, type core } from 'zod/mini';
import en from 'zod/v4/locales/en.js';
import { nearestName } from './nearest-name';
import { detailsMax, requiredMessage } from './validate';

// zod/mini has no error messages. They are loaded in this file, so that a function without schemas bundles neither
// schemas nor messages.
const { localeError } = en();
config({ localeError: (issue) => customMessage(issue) ?? localeError(issue) });

function customMessage(issue: core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type')
    return issue.input === undefined ? requiredMessage : typeMessages[issue.expected];
  if (issue.code === 'invalid_value') return oneOfMessage(issue.values.map(String), issue.input);
  if (issue.code === 'invalid_key')
    return `is not a valid name: ${issue.issues[0]?.message ?? 'it is not allowed'}`;
  if (issue.code === 'invalid_union' && issue.errors.length === 0) return oneOfMessage(unionOptionsOf(issue));
  return issue.code === 'unrecognized_keys' ? unknownFieldsMessage(issue) : undefined;
}

const typeMessages: Partial<Record<core.$ZodInvalidTypeExpected, string>> = {
  string: 'must be a string',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be an array',
  object: 'must be an object',
};

/** Returns the values that a discriminated union accepts if the input has a different value. */
const unionOptionsOf = (issue: object): string[] =>
  'options' in issue && Array.isArray(issue.options) ? issue.options.map(String) : [];

function oneOfMessage(values: readonly string[], input?: unknown): string {
  const suggestion = typeof input === 'string' ? nearestName(input, values) : undefined;
  return `must be one of ${values.join(', ')}${suggestion ? `; did you mean \`${suggestion}\`?` : ''}`;
}

/** Returns one line per unknown field. */
function unknownFieldsMessage({ keys, inst }: core.$ZodRawIssue<core.$ZodIssueUnrecognizedKeys>): string {
  // Only object schemas report unrecognized keys.
  const knownNames = Object.keys((inst as core.$ZodObject | undefined)?._zod.def.shape ?? {});
  return keys
    .slice(0, detailsMax)
    .map((key) => unknownFieldMessage(nearestName(key, knownNames)))
    .join('\n');
}

const unknownFieldMessage = (suggestion: string | undefined): string =>
  suggestion ? `Unknown field; did you mean \`${suggestion}\`?` : 'Unknown field';

/** zod/mini with error messages, for the schemas of external input and of responses. */
export * from 'zod/mini';
