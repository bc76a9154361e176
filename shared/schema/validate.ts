import type * as z from 'zod/mini';
import { invalidRequest, type ErrorDetail } from '../core/errors';
import { nearestName } from './nearest-name';
import { originalKeyName } from './proto-key-alias';

/** The message that schema.ts uses for a missing field, instead of the expected type. */
export const requiredMessage = 'is required';

/** The maximum number of problems in one response, so that the size of the response does not grow with the request. */
export const detailsMax = 100;
const nameLengthMax = 100;

/** Returns the parsed value, or throws 422 `Validation failed` with the path of each problem. */
export function validate<T extends z.ZodMiniType>(
  schema: T,
  value: unknown,
  message = 'Validation failed',
): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const details = result.error.issues.flatMap(detailsOf).slice(0, detailsMax);
  const isMissing = details.some(({ message: problem }) => problem === requiredMessage);
  const unknown = isMissing ? unknownNames(schema, value) : [];
  throw invalidRequest(
    message,
    details.map((detail) => withFieldName(detail, unknown)),
  );
}

/** Returns the unknown fields that the schema accepts. */
function unknownNames(schema: z.ZodMiniType, value: unknown): string[] {
  if (!isLooseObject(schema) || typeof value !== 'object' || value === null) return [];
  const known = schema._zod.def.shape;
  return Object.keys(value)
    .filter((name) => !Object.hasOwn(known, name))
    .slice(0, detailsMax);
}

/** Whether the schema ignores unknown fields. Strict objects already report these fields. */
const isLooseObject = (schema: z.ZodMiniType): schema is z.ZodMiniObject =>
  schema._zod.def.type === 'object' && !('catchall' in schema._zod.def);

function detailsOf(issue: z.core.$ZodIssue): ErrorDetail[] {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : displayName(String(part))));
  if (issue.code === 'invalid_union' && issue.errors.length > 0)
    return closestBranch(issue.errors).flatMap((innerIssue) => prefixPath(path, innerIssue));
  if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message }];
  const messages = issue.message.split('\n');
  return issue.keys.slice(0, detailsMax).map((key, index) => ({
    path: [...path, displayName(key)],
    message: messages[index] ?? issue.message,
  }));
}

/** The name as the client sent it, cut to a length that an answer can show. */
export const displayName = (name: string): string => originalKeyName(name).slice(0, nameLengthMax);

/**
 * Adds the names of the missing field and the misspelled field to the message: `events` is required; `event` is not a
 * known field.
 */
function withFieldName({ path, message }: ErrorDetail, unknown: readonly string[]): ErrorDetail {
  const name = path.at(-1);
  if (message !== requiredMessage || typeof name !== 'string') return { path, message };
  const misspelledName =
    path.length === 1 ? unknown.find((candidate) => nearestName(candidate, [name])) : undefined;
  return {
    path,
    message: `\`${name}\` ${message}${misspelledName ? `; \`${misspelledName}\` is not a known field` : ''}`,
  };
}

/**
 * Returns the problems of the union branch that the client probably meant, which is the first branch that accepts the
 * type of the whole value.
 */
const closestBranch = (branches: readonly z.core.$ZodIssue[][]): readonly z.core.$ZodIssue[] =>
  branches.find(([first]) => first?.code !== 'invalid_type' || first.path.length > 0) ?? branches[0] ?? [];

const prefixPath = (path: ErrorDetail['path'], innerIssue: z.core.$ZodIssue): ErrorDetail[] =>
  detailsOf(innerIssue).map((detail) => ({ ...detail, path: [...path, ...detail.path] }));
