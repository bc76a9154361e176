import { invalidRequest } from './errors';

/** Parses the index of an attachment in a path, counted from 0. */
export function parseIndex(index: string): number {
  if (/^\d+$/.test(index)) return Number(index);
  throw invalidRequest('index: must be a whole number, 0 or more');
}
