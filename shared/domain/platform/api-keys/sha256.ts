import { createHash } from 'node:crypto';

/** What stands in the table in place of a secret. */
export const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex');
