/** Whether a value of unknown type has names, as an object or an array of JSON does. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
