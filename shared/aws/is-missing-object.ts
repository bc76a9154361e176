/**
 * S3 has no such object. A function that may not list the bucket is told that access is denied where there is none.
 */
export const isMissingObject = (error: unknown): boolean =>
  error instanceof Error && missingObjectErrors.includes(error.name);

const missingObjectErrors = ['NoSuchKey', 'AccessDenied'];
