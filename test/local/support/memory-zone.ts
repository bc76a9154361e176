import type { MailExchange, Resolver } from '../../../packages/local/src/network/resolver';

interface Records {
  A?: string[];
  AAAA?: string[];
  CNAME?: string[];
  MX?: MailExchange[];
  TXT?: string[];
}

/** A DNS zone in memory. Names that are not set have no records. */
export class MemoryZone implements Resolver {
  private readonly recordsByName = new Map<string, Records>();
  /** While set, the error code of every lookup. */
  failure: string | undefined;

  set(name: string, records: Records): void {
    this.recordsByName.set(name.toLowerCase(), { ...this.recordsByName.get(name.toLowerCase()), ...records });
  }

  delete(name: string): void {
    this.recordsByName.delete(name.toLowerCase());
  }

  a = (name: string) => this.find(name, 'A');
  aaaa = (name: string) => this.find(name, 'AAAA');
  cname = (name: string) => this.find(name, 'CNAME');
  mx = (name: string) => this.find(name, 'MX');
  txt = (name: string) => this.find(name, 'TXT');

  private find<T extends keyof Records>(name: string, type: T): Promise<NonNullable<Records[T]>> {
    const records = this.recordsByName.get(name.toLowerCase())?.[type];
    const code = this.failure ?? 'ENODATA';
    return !records || this.failure
      ? Promise.reject(Object.assign(new Error(`${code} ${type} ${name}`), { code }))
      : Promise.resolve(records);
  }
}
