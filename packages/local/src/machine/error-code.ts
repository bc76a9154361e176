import { asRecord } from './as-record';

/** Node's code of an error of the system, such as `ENOENT`; '' when it has none. */
export function errorCode(error: unknown): string {
  const { code } = asRecord(error);
  return typeof code === 'string' ? code : '';
}
