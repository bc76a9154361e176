import { randomUUID } from 'node:crypto';

/**
 * Zod omits the key `__proto__` from parsed records, because an assignment to `__proto__` creates no property.
 * Therefore, the key gets a random alias, which no client can know, before Zod parses the record.
 */
export const protoKey = '__proto__';
export const protoKeyAlias = `${protoKey}${randomUUID()}`;

export const originalKeyName = (name: string): string => (name === protoKeyAlias ? protoKey : name);
