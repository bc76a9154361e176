/**
 * Whether the object is missing. S3 returns AccessDenied for a missing object if the function may not list the bucket.
 */
export const isMissingObject = (error: unknown): boolean =>
  error instanceof Error && missingObjectErrors.includes(error.name);

const missingObjectErrors = ['NoSuchKey', 'AccessDenied'];
