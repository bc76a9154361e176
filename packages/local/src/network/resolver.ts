import { errorCode } from '../machine/error-code';

/**
 * DNS as the stand-ins see it. A lookup without an answer rejects with an error whose `code` is Node's:
 * `ENOTFOUND` or `ENODATA` when there is no record, `ESERVFAIL` or `ETIMEOUT` when that is not known.
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

/** True when DNS says that there is no such record, false when it could not tell. */
export function isRecordAbsent(error: unknown): boolean {
  return ['ENOTFOUND', 'ENODATA'].includes(errorCode(error));
}
