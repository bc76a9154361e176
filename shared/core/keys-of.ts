/** `Object.keys` of an object that has only the names of its type. */
export const keysOf = <T extends object>(record: T): (keyof T & string)[] =>
  // TypeScript allows an object more names than its type; an object literal with that type has no more.
  Object.keys(record) as (keyof T & string)[];
