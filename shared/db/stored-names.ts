import { isObject } from '../core/is-object';

/**
 * The attributes whose names in the table differ from their names in `records/`. All other attributes have the same
 * name in the table and in code.
 */
export const storedNames = namePairs({
  // ApiKey
  ancestorKeyIds: 'keysAbove',
  // Audience
  changesInProgress: 'counting',
  recountRequestedBy: 'uncertainBy',
  // Automation and Enrollment
  reenrollment: 'reenrolment',
  unmetRequirements: 'shortfalls',
  // Campaign and Slice
  chargedKeys: 'paidBy',
  chargedWarmup: 'warmedUp',
  countedStats: 'inFigures',
  frozenParts: 'frozen',
  lastTransitionBy: 'movedBy',
  position: 'place', // also of Retention
  variantKey: 'only',
  // Contact
  pendingTriggers: 'starts',
  // Email
  chargedUsage: 'counted',
  engagement: 'readers',
  joinsThread: 'joins',
  optedOutRecipients: 'withdrawn',
  retry: 'waiting',
  // Engagement
  actor: 'doneBy',
  isPublished: 'isTold',
  // PurgeRecord and WorkspaceDeletion
  purgeStartedAt: 'lookingSince',
  scanPasses: 'looks',
  // RateReservations
  reservedUntil: 'takenUntil',
});

/** The stored names of nested attributes. Objects that are not listed here may contain names that users chose. */
export const nestedStoredNames = new Map([
  ['engagement', namePairs({ publishedOpenId: 'toldOpenId' })],
  ['retry', namePairs({ deliveryAttempts: 'pickUps', notBefore: 'heldUntil' })],
]);

interface NamePairs {
  /** From names in code to stored names. */
  stored: ReadonlyMap<string, string>;
  /** From stored names to names in code. */
  code: ReadonlyMap<string, string>;
}

function namePairs(storedByCode: Readonly<Record<string, string>>): NamePairs {
  const pairs = Object.entries(storedByCode);
  return {
    stored: new Map(pairs),
    code: new Map(pairs.map(([codeName, storedName]) => [storedName, codeName])),
  };
}

/** Returns the stored path of an attribute: `retry.deliveryAttempts` becomes `waiting.pickUps`. */
export function toStoredPath(path: string): string {
  const [name = '', ...inner] = path.split('.');
  const names = nestedStoredNames.get(name)?.stored;
  return [storedNames.stored.get(name) ?? name, ...inner.map((part) => names?.get(part) ?? part)].join('.');
}

/** Returns the value of the attribute at this path, with stored names. */
export function toStoredValue(path: string, value: unknown): unknown {
  const names = nestedStoredNames.get(path)?.stored;
  return names && isObject(value) ? renameAttributes(value, names) : value;
}

/** Returns the record with stored names. */
export const toStoredItem = (item: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(item).map(([name, value]) => [toStoredPath(name), toStoredValue(name, value)]),
  );

/** Returns the record with the names in code. */
export const fromStoredItem = (attributes: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(attributes).map(([storedName, value]: [string, unknown]) => {
      const name = storedNames.code.get(storedName) ?? storedName;
      const names = nestedStoredNames.get(name)?.code;
      return [name, names && isObject(value) ? renameAttributes(value, names) : value];
    }),
  );

const renameAttributes = (attributes: object, names: ReadonlyMap<string, string>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, value]: [string, unknown]) => [names.get(name) ?? name, value]),
  );
