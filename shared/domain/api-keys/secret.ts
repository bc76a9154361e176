import { randomBytes } from 'node:crypto';
import { base62 } from '../../text/base62';

/** A new API key: 32 random bytes. */
export const newSecret = (): string => `sk_live_${base62(randomBytes(32))}`;
