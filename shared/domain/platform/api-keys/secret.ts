import { randomBytes } from 'node:crypto';
import { base62 } from '../../../text/base62';
import { keyPrefix } from './key-prefix';

/** A new API key: 32 random bytes. */
export const generateApiKey = (): string => `${keyPrefix}${base62(randomBytes(32))}`;
