import { isObject } from './is-object';

/** The code that Node gives an error of the system or of a connection, such as `ENOTFOUND`; '' when it has none. */
export const errorCode = (error: unknown): string =>
  isObject(error) && typeof error['code'] === 'string' ? error['code'] : '';
