/** Like `Object.keys`, but typed. For an object that has only the names of its type. */
export const keysOf = <T extends object>(record: T): (keyof T & string)[] =>
  // TypeScript allows an object to have more names than its type, but an object literal with that type has only these
  // names.
  Object.keys(record) as (keyof T & string)[];
