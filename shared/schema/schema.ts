import { config, type core } from 'zod/mini';
import en from 'zod/v4/locales/en.js';
import { nearestName } from './nearest-name';
import { detailsMax, isRequired } from './validate';

// zod/mini has no words of its own. They come with the schemas, so that a function without any has neither.
const { localeError } = en();
config({ localeError: (issue) => ownWords(issue) ?? localeError(issue) });

function ownWords(issue: core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type') return issue.input === undefined ? isRequired : types[issue.expected];
  if (issue.code === 'invalid_value') return oneOf(issue.values.map(String), issue.input);
  if (issue.code === 'invalid_key') return `cannot be a name: ${issue.issues[0]?.message ?? 'it is none'}`;
  if (issue.code === 'invalid_union' && issue.errors.length === 0) return oneOf(kindsOf(issue));
  return issue.code === 'unrecognized_keys' ? unknownFields(issue) : undefined;
}

const types: Partial<Record<core.$ZodInvalidTypeExpected, string>> = {
  string: 'must be a string',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be an array',
  object: 'must be an object',
};

/** Of which kinds a union is, where what is given is none of them. */
const kindsOf = (issue: object): string[] =>
  'options' in issue && Array.isArray(issue.options) ? issue.options.map(String) : [];

function oneOf(values: readonly string[], given?: unknown): string {
  const meant = typeof given === 'string' ? nearestName(given, values) : undefined;
  return `must be one of ${values.join(', ')}${meant ? `; did you mean \`${meant}\`?` : ''}`;
}

/** A line for each of them. */
function unknownFields({ keys, inst }: core.$ZodRawIssue<core.$ZodIssueUnrecognizedKeys>): string {
  const known = Object.keys((inst as core.$ZodObject | undefined)?._zod.def.shape ?? {});
  return keys
    .slice(0, detailsMax)
    .map((key) => unknownField(nearestName(key, known)))
    .join('\n');
}

const unknownField = (meant: string | undefined): string =>
  meant ? `Unknown field; did you mean \`${meant}\`?` : 'Unknown field';

/** Schemas of what comes from outside, and of answers: zod/mini, which can say what is wrong. */
export * from 'zod/mini';
