import type { core } from 'zod/mini';
import { nearestName } from './nearest-name';
import { detailsMax, requiredMessage } from './validate';

type Issue<Code extends core.$ZodRawIssue['code']> = Extract<core.$ZodRawIssue, { code: Code }>;

/** The sentence for every check that a schema can make. The name of the field precedes it in most places. */
const messages: { [Code in core.$ZodRawIssue['code']]: (issue: Issue<Code>) => string } = {
  invalid_type: ({ input, expected }) =>
    input === undefined ? requiredMessage : `must be ${typeNames[expected] ?? `of type ${expected}`}`,
  invalid_value: ({ values, input }) => oneOfMessage(values.map(String), input),
  invalid_format: ({ format }) => `must be ${formatNames[format] ?? `in the format ${format}`}`,
  too_small: ({ minimum, origin, inclusive = true }) => {
    const unit = units[origin];
    if (unit)
      return Number(minimum) === 1 ? 'must not be empty' : `must have at least ${count(minimum, unit)}`;
    return inclusive ? `must be ${minimum} or more` : `must be more than ${minimum}`;
  },
  too_big: ({ maximum, origin, inclusive = true }) => {
    const unit = units[origin];
    if (unit) return `must have at most ${count(maximum, unit)}`;
    return inclusive ? `must be ${maximum} or less` : `must be less than ${maximum}`;
  },
  not_multiple_of: ({ divisor }) => `must be a multiple of ${divisor}`,
  unrecognized_keys: unknownFieldsMessage,
  invalid_key: ({ issues }) => `is not a valid name: ${issues[0]?.message ?? 'it is not allowed'}`,
  invalid_union: (issue) =>
    issue.errors.length === 0
      ? oneOfMessage(unionOptionsOf(issue))
      : 'does not match any of the allowed forms',
  invalid_element: () => 'has an invalid element',
  custom: () => 'is not valid',
};

export const messageOf = (issue: core.$ZodRawIssue): string =>
  // The entry of a code accepts the issues with that code.
  (messages[issue.code] as (of: core.$ZodRawIssue) => string)(issue);

const typeNames: Readonly<Record<string, string | undefined>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

const formatNames: Readonly<Record<string, string | undefined>> = {
  uuid: 'a UUID',
  email: 'an email address',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  base64: 'encoded in base64',
  datetime: 'a time such as 2026-10-02T09:00:00Z',
  date: 'a date such as 2026-10-02',
};

const units: Readonly<Record<string, string | undefined>> = { string: 'character', array: 'item' };

const count = (number: number | bigint, unit: string): string =>
  `${number} ${unit}${Number(number) === 1 ? '' : 's'}`;

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
