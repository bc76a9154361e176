import type * as z from 'zod/mini';
import { invalidRequest, type ErrorDetail } from './errors';

/** An answer names problems until it is clear what is wrong: it must not grow with what was sent. */
const detailsMax = 100;
const nameLengthMax = 100;

/** The value as the schema reads it, or 422 `Validation failed` with every problem's path. */
export function validate<T extends z.ZodMiniType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw invalidRequest('Validation failed', result.error.issues.flatMap(detailsOf).slice(0, detailsMax));
}

function detailsOf(issue: z.core.$ZodIssue): ErrorDetail[] {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)));
  if (issue.code === 'invalid_union')
    return closestBranch(issue.errors).flatMap((inner) => within(path, inner));
  if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message }];
  return issue.keys.slice(0, detailsMax).map((key) => ({
    path: [...path, key.slice(0, nameLengthMax)],
    message: 'Unknown field',
  }));
}

/** The branch that the value was meant for: the first one that does not fail on the value's type as a whole. */
const closestBranch = (branches: readonly z.core.$ZodIssue[][]): readonly z.core.$ZodIssue[] =>
  branches.find(([first]) => first?.code !== 'invalid_type' || first.path.length > 0) ?? branches[0] ?? [];

const within = (path: ErrorDetail['path'], inner: z.core.$ZodIssue): ErrorDetail[] =>
  detailsOf(inner).map((detail) => ({ ...detail, path: [...path, ...detail.path] }));
