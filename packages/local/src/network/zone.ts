import { z } from 'zod';
import { DurableMap } from '../machine/durable-map';
import { publicAddress } from './hosts';
import { plainName } from './plain-name';

const Records = z.strictObject({
  A: z.array(z.ipv4()).optional(),
  AAAA: z.array(z.ipv6()).optional(),
  MX: z.array(z.strictObject({ exchange: z.string(), priority: z.int().min(0).max(65_535) })).optional(),
  TXT: z.array(z.string()).optional(),
  CNAME: z.array(z.string()).optional(),
});

/** The body of `PUT /control/dns/{name}`. */
export const NameSettings = z.union([
  Records,
  z.strictObject({ error: z.enum(['NXDOMAIN', 'SERVFAIL', 'TIMEOUT']) }),
]);
export type NameSettings = z.infer<typeof NameSettings>;

type RecordSet = Required<z.infer<typeof Records>>;
export type RecordType = keyof RecordSet;
export type DnsFailure = 'NXDOMAIN' | 'SERVFAIL' | 'TIMEOUT';

/** An empty list of values means that the name has no such record. */
export interface Resolution<T extends RecordType> {
  status: 'NOERROR' | DnsFailure;
  values: RecordSet[T];
  /** The names that the answer went through, each an alias of the next. */
  aliases: string[];
  /** The name that the values belong to. */
  name: string;
}

const aliasesMax = 8;
const nothing: RecordSet = { A: [], AAAA: [], MX: [], TXT: [], CNAME: [] };

/** What the world's DNS says here. A name that is not set has a public address and an MX. */
export class Zone {
  private readonly names: DurableMap<NameSettings>;
  private readonly listeners: ((name: string) => void)[] = [];

  constructor(
    file: string,
    private readonly hosts: { addressOf(name: string): string | undefined },
  ) {
    this.names = new DurableMap(file);
  }

  put(name: string, settings: NameSettings): void {
    this.names.set(plainName(name), settings);
    this.changed(name);
  }

  delete(name: string): boolean {
    const deleted = this.names.delete(plainName(name));
    if (deleted) this.changed(name);
    return deleted;
  }

  get(name: string): NameSettings | undefined {
    return this.names.get(plainName(name));
  }

  list(): { name: string; settings: NameSettings }[] {
    return this.names.keys().flatMap((name) => {
      const settings = this.names.get(name);
      return settings ? [{ name, settings }] : [];
    });
  }

  /** Every address that was set for the name itself. */
  setAddresses(name: string): string[] {
    const set = this.get(name);
    return set && !('error' in set) ? [...(set.A ?? []), ...(set.AAAA ?? [])] : [];
  }

  onChange(listener: (name: string) => void): void {
    this.listeners.push(listener);
  }

  close(): void {
    this.names.close();
  }

  /** Aliases are followed to an address, as a resolver does. */
  resolve<T extends RecordType>(name: string, type: T): Resolution<T> {
    const aliases: string[] = [];
    for (let current = plainName(name); ;) {
      const found = this.recordsOf(current);
      if (typeof found === 'string') return { status: found, values: nothing[type], aliases, name: current };

      const alias = isAddressType(type) && !hasAddress(found) ? found.CNAME[0] : undefined;
      if (alias === undefined) return { status: 'NOERROR', values: found[type], aliases, name: current };
      aliases.push(current);
      if (aliases.length > aliasesMax)
        return { status: 'SERVFAIL', values: nothing[type], aliases, name: current };
      current = plainName(alias);
    }
  }

  private recordsOf(name: string): RecordSet | DnsFailure {
    const set = this.names.get(name);
    if (set && 'error' in set) return set.error;

    const hostAddress = this.hosts.addressOf(name);
    if (set)
      return { ...nothing, ...(this.setAddresses(name).length === 0 && addressRecord(hostAddress)), ...set };
    if (hostAddress === undefined && isInvalid(name)) return 'NXDOMAIN';
    return {
      ...nothing,
      MX: [{ exchange: `mx.${name}`, priority: 10 }],
      ...addressRecord(hostAddress ?? publicAddress(52, name)),
    };
  }

  private changed(name: string): void {
    for (const listener of this.listeners) listener(plainName(name));
  }
}

function isInvalid(name: string): boolean {
  return name === 'invalid' || name.endsWith('.invalid');
}

function isAddressType(type: RecordType): boolean {
  return type === 'A' || type === 'AAAA';
}

function hasAddress(records: RecordSet): boolean {
  return records.A.length > 0 || records.AAAA.length > 0;
}

function addressRecord(address: string | undefined): Pick<Partial<RecordSet>, 'A' | 'AAAA'> {
  if (address === undefined) return {};
  return address.includes(':') ? { AAAA: [address] } : { A: [address] };
}
