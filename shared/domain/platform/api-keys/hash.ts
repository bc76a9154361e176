import { createHash } from 'node:crypto';

/** What stands in the table in place of a secret. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
