const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The members of an answer of the API; none if it is not an object. */
export const asRecord = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {});
