import { randomUUID } from 'node:crypto';

/**
 * Zod omits the key `__proto__` from the records that it parses, because an assignment to it creates no field. The key
 * passes through Zod under a random alias, which no client can send.
 */
export const protoKey = '__proto__';
export const protoKeyAlias = `${protoKey}${randomUUID()}`;

export const originalKeyName = (name: string): string => (name === protoKeyAlias ? protoKey : name);
