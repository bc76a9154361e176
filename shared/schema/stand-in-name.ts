import { randomUUID } from 'node:crypto';

/**
 * Zod leaves this name out of the records that it reads, for it is no field in an assignment. It passes under the other
 * one, which nobody can have given.
 */
export const leftOutName = '__proto__';
export const standInName = `${leftOutName}${randomUUID()}`;

export const givenName = (name: string): string => (name === standInName ? leftOutName : name);
