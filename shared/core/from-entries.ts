/** `Object.fromEntries`, which forgets what the names are. */
export const fromEntries = <Name extends string, Value>(
  entries: Iterable<readonly [Name, Value]>,
): { [Each in Name]?: Value } =>
  // The object has the names of its entries and no others.
  Object.fromEntries(entries) as { [Each in Name]?: Value };
