/**
 * Compares two versions by the precedence of https://semver.org, without build metadata. Returns a negative number if
 * `one` is older, 0 if both are equal, and a positive number if `one` is newer.
 */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [parseVersion(one), parseVersion(other)];
  const difference = firstDifference(a.numbers, b.numbers, (x, y) => x - y);
  if (difference !== 0) return difference;
  // A version with a pre-release precedes the release.
  if (a.preRelease.length === 0 || b.preRelease.length === 0)
    return Number(b.preRelease.length > 0) - Number(a.preRelease.length > 0);
  return (
    firstDifference(a.preRelease, b.preRelease, compareIdentifiers) ||
    a.preRelease.length - b.preRelease.length
  );
}

interface Version {
  numbers: number[];
  /** The identifiers of a pre-release: `beta` and `2` for `1.0.0-beta.2`. */
  preRelease: string[];
}

function parseVersion(text: string): Version {
  const [, numbers, preRelease] = /^(\d+\.\d+\.\d+)(?:-([\w.-]+))?(?:\+[\w.-]+)?$/.exec(text) ?? [];
  if (numbers === undefined) throw new Error(`"${text}" is not a version such as 1.2.3`);
  return { numbers: numbers.split('.').map(Number), preRelease: preRelease?.split('.') ?? [] };
}

const firstDifference = <T>(
  one: readonly T[],
  other: readonly T[],
  compare: (a: T, b: T) => number,
): number => {
  for (const [index, item] of one.entries()) {
    const otherItem = other[index];
    const difference = otherItem === undefined ? 0 : compare(item, otherItem);
    if (difference !== 0) return difference;
  }
  return 0;
};

/** Numbers precede text, and are compared as numbers. */
function compareIdentifiers(one: string, other: string): number {
  const [isNumber, isOtherNumber] = [one, other].map((text) => /^\d+$/.test(text));
  if (isNumber && isOtherNumber) return Number(one) - Number(other);
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  return one === other ? 0 : one < other ? -1 : 1;
}
