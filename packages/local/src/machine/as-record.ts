/** The value as an object. Values of other types become an empty object. */
export const asRecord = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
