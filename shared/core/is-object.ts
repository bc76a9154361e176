/** Whether a value of unknown type has properties, as a JSON object or array does. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
