import { createHash } from 'node:crypto';

/** Returns the hash under which the table stores a secret. */
export const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex');
