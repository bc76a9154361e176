/**
 * S3 has no such object. A function that may not list the bucket is told that access is denied where there is none.
 */
export const isMissing = (error: unknown): boolean => error instanceof Error && missing.includes(error.name);

const missing = ['NoSuchKey', 'AccessDenied'];
