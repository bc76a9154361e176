/** The code that Node gives an error of the system or of a connection, such as `ENOTFOUND`; '' when it has none. */
export const errorCode = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
