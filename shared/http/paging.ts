import type { Query } from './request';

/** The named leniency rules of contract.md 1.4: a bad page size is never an error. */
export function pageSize(query: Query, { fallback, max }: { fallback: number; max: number }): number {
  const size = Math.floor(Number(query.limit?.[0] ?? Number.NaN));
  return size >= 1 ? Math.min(size, max) : fallback;
}

export const firstOf = (query: Query, name: string): string | undefined => query[name]?.[0];
