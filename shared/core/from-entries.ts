/** Like `Object.fromEntries`, but preserves the type of the names. */
export const fromEntries = <Name extends string, Value>(
  entries: Iterable<readonly [Name, Value]>,
): { [Each in Name]?: Value } =>
  // The object has only the properties that the entries name.
  Object.fromEntries(entries) as { [Each in Name]?: Value };
