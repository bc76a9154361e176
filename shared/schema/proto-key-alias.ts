import { randomUUID } from 'node:crypto';

/**
 * Zod leaves this name out of the records that it reads, for it is no field in an assignment. It passes under the other
 * one, which nobody can have given.
 */
export const protoKey = '__proto__';
export const protoKeyAlias = `${protoKey}${randomUUID()}`;

export const originalKeyName = (name: string): string => (name === protoKeyAlias ? protoKey : name);
