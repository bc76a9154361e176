import { isObject } from './is-object';

/** The code of a Node system or network error, such as `ENOTFOUND`; '' for an error without a code. */
export const errorCode = (error: unknown): string =>
  isObject(error) && typeof error['code'] === 'string' ? error['code'] : '';
