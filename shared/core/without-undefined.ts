/** Returns the object without the properties that are undefined. */
export const withoutUndefined = <T extends object>(
  values: T,
): { [Name in keyof T]?: Exclude<T[Name], undefined> } =>
  // The remaining entries keep their names and values.
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof T]?: Exclude<T[Name], undefined>;
  };
