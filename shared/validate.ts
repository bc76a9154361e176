import type * as z from 'zod/mini';
import { invalidRequest, type ErrorDetail } from './errors';
import { nearestName } from './nearest-name';

/** What schema.ts says of a field that is not there, instead of what it was expected to be. */
export const isRequired = 'is required';

/** An answer names problems until it is clear what is wrong: it must not grow with what was sent. */
export const detailsMax = 100;
const nameLengthMax = 100;

/** The value as the schema reads it, or 422 `Validation failed` with every problem's path. */
export function validate<T extends z.ZodMiniType>(
  schema: T,
  value: unknown,
  message = 'Validation failed',
): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const details = result.error.issues.flatMap(detailsOf).slice(0, detailsMax);
  const unknown = unknownNames(schema, value);
  throw invalidRequest(
    message,
    details.map((detail) => withName(detail, unknown)),
  );
}

/** What was given that the schema does not know, and may not mind. */
function unknownNames(schema: z.ZodMiniType, value: unknown): string[] {
  const known = (schema as Partial<z.ZodMiniObject>).shape;
  if (!known || typeof value !== 'object' || value === null) return [];
  return Object.keys(value).filter((name) => !(name in known));
}

function detailsOf(issue: z.core.$ZodIssue): ErrorDetail[] {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  if (issue.code === 'invalid_union' && issue.errors.length > 0)
    return closestBranch(issue.errors).flatMap((inner) => within(path, inner));
  if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message }];
  const messages = issue.message.split('\n');
  return issue.keys.slice(0, detailsMax).map((key, at) => ({
    path: [...path, key.slice(0, nameLengthMax)],
    message: messages[at] ?? issue.message,
  }));
}

/** Says which field it is, and which one was meant to be it: `events` is required; `event` is no field. */
function withName({ path, message }: ErrorDetail, unknown: readonly string[]): ErrorDetail {
  const name = path.at(-1);
  if (message !== isRequired || typeof name !== 'string') return { path, message };
  const slip = path.length === 1 ? unknown.find((given) => nearestName(given, [name])) : undefined;
  return { path, message: `\`${name}\` ${message}${slip ? `; \`${slip}\` is no field` : ''}` };
}

/** The branch that the value was meant for: the first one that does not fail on the value's type as a whole. */
const closestBranch = (branches: readonly z.core.$ZodIssue[][]): readonly z.core.$ZodIssue[] =>
  branches.find(([first]) => first?.code !== 'invalid_type' || first.path.length > 0) ?? branches[0] ?? [];

const within = (path: ErrorDetail['path'], inner: z.core.$ZodIssue): ErrorDetail[] =>
  detailsOf(inner).map((detail) => ({ ...detail, path: [...path, ...detail.path] }));
