/** `Object.keys` of an object that has the names of its type and no others. */
export const keysOf = <T extends object>(record: T): (keyof T & string)[] =>
  // TypeScript allows more names than the type has; a table that is written down in full has none.
  Object.keys(record) as (keyof T & string)[];
