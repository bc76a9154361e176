import { errorCode } from '../machine/error-code';

/**
 * DNS for the stand-ins. A lookup without a result rejects with an error whose `code` is from Node: `ENOTFOUND` or
 * `ENODATA` if there is no record, `ESERVFAIL` or `ETIMEOUT` if the lookup failed.
 */
export interface Resolver {
  a(name: string): Promise<string[]>;
  aaaa(name: string): Promise<string[]>;
  cname(name: string): Promise<string[]>;
  mx(name: string): Promise<MailExchange[]>;
  txt(name: string): Promise<string[]>;
}

export interface MailExchange {
  exchange: string;
  priority: number;
}

/** Returns true if the record does not exist, and false if the lookup failed. */
export function isRecordAbsent(error: unknown): boolean {
  return ['ENOTFOUND', 'ENODATA'].includes(errorCode(error));
}
