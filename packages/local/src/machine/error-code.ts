import { asRecord } from './as-record';

/** The code of a Node system error, such as `ENOENT`; an empty string if the error has no code. */
export function errorCode(error: unknown): string {
  const { code } = asRecord(error);
  return typeof code === 'string' ? code : '';
}
