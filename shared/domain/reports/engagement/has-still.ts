import type { Condition } from '../../../db/table';

/** Nobody has changed these attributes since they were read. */
export function hasStill(seen: Record<string, string | null | undefined>): Condition {
  const entries = Object.entries(seen);
  const given = entries.filter(([, value]) => value !== undefined);
  return {
    expression: entries
      .map(([name, value]) =>
        value === undefined ? `attribute_not_exists(#${name})` : `#${name} = :seen_${name}`,
      )
      .join(' AND '),
    names: Object.fromEntries(entries.map(([name]) => [`#${name}`, name])),
    values: Object.fromEntries(given.map(([name, value]) => [`:seen_${name}`, value])),
  };
}
