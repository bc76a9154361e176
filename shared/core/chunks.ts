/** Splits a list into chunks of `size`. The last chunk may be shorter. */
export function chunksOf<T>(list: readonly T[], size: number): T[][] {
  const chunks: T[][] = [];
  for (let start = 0; start < list.length; start += size) chunks.push(list.slice(start, start + size));
  return chunks;
}

/** Splits a list into groups with a weight of at most `weightMax` each. A heavier member forms a group alone. */
export function groupsOf<T>(list: readonly T[], weightOf: (member: T) => number, weightMax: number): T[][] {
  const groups: T[][] = [];
  let weight = weightMax;
  for (const member of list) {
    weight += weightOf(member);
    if (weight > weightMax) {
      groups.push([]);
      weight = weightOf(member);
    }
    groups.at(-1)?.push(member);
  }
  return groups;
}
