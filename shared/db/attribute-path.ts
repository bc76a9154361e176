/** Attribute values that are not nested objects. */
type Leaf =
  string | number | boolean | null | undefined | ReadonlySet<unknown> | Uint8Array | readonly unknown[];

type Names<T> = Extract<keyof T, string>;

/** Attributes that any record may have: the key, and the time (in seconds) at which DynamoDB may delete the record. */
type TableAttributes = { pk: string; sk: string; expiresAt: number };

type RecordPath<T> = T extends unknown
  ? {
      [Name in Names<T>]:
        Name | (NonNullable<T[Name]> extends Leaf ? never : `${Name}.${Names<NonNullable<T[Name]>>}`);
    }[Names<T>]
  : never;

/** The path of an attribute of the record or of a nested object: `status`, `attempt.owner`. */
export type AttributePath<T> = RecordPath<T> | keyof TableAttributes;

/** The type of the attribute at this path. */
export type AttributeAt<T, Path extends string> = T extends unknown
  ? Path extends Names<T>
    ? T[Path]
    : Path extends `${infer Name}.${infer Inner}`
      ? Name extends keyof T
        ? InnerAt<NonNullable<T[Name]>, Inner>
        : never
      : Path extends keyof TableAttributes
        ? TableAttributes[Path]
        : never
  : never;

type InnerAt<T, Name extends string> = Name extends keyof T ? T[Name] : never;

/** The part of `Value` that has the type `Type`. If the type of the attribute is unknown, `Type` itself. */
export type Narrowed<Type, Value> = unknown extends Value ? Type : Extract<Value, Type>;

/** Values for some attributes of the record, by path. */
export type AttributeValues<T> = { readonly [Path in AttributePath<T>]?: AttributeAt<T, Path> | undefined };
