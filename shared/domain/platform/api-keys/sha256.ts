import { createHash } from 'node:crypto';

/** The form in which the table stores a secret. */
export const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex');
