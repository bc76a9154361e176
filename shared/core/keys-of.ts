/** Like `Object.keys`, but typed. Use it only for objects that have no properties beyond those of their type. */
export const keysOf = <T extends object>(record: T): (keyof T & string)[] =>
  // TypeScript allows an object to have more properties than its type, but an object literal of that type has only
  // these properties.
  Object.keys(record) as (keyof T & string)[];
