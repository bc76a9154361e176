interface NamedRecord {
  id: string;
  name: string;
  /** An automation's slug or a segment's key, which are unique. */
  slug?: string;
  key?: string | null;
}

const namedMax = 3;

/**
 * States the ids of the records that a client may mean by this text: the record with exactly this slug or key, or else
 * every record with this name, slug or key in any letter case.
 */
export function findIdHint(text: string, records: readonly NamedRecord[]): string | undefined {
  const exact = records.find(({ slug, key }) => (slug ?? key) === text.trim());
  const matches = exact ? [exact] : records.filter((record) => isNamed(record, text.trim().toLowerCase()));
  if (matches.length === 0) return undefined;
  const ids = matches.slice(0, namedMax).map(({ name, id }) => `The id of ${name} is ${id}`);
  const others = matches.length - namedMax;
  return [...ids, ...(others > 0 ? [`${others} more ${others === 1 ? 'has' : 'have'} this name`] : [])].join(
    '. ',
  );
}

const isNamed = ({ name, slug, key }: NamedRecord, normalizedName: string): boolean =>
  name.toLowerCase() === normalizedName || (slug ?? key) === normalizedName;
