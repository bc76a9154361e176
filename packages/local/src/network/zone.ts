import { z } from 'zod';
import { DurableMap } from '../machine/durable-map';
import { publicAddress } from './hosts';
import { normalizeName } from './normalize-name';

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

/** The result of a lookup. `values` is empty if the name has no record of the type. */
export interface Resolution<T extends RecordType> {
  status: 'NOERROR' | DnsFailure;
  values: RecordSet[T];
  /** The aliases that the lookup followed. Each name is an alias of the next name. */
  aliases: string[];
  /** The name that has the values. */
  name: string;
}

const aliasesMax = 8;
const emptyRecordSet: RecordSet = { A: [], AAAA: [], MX: [], TXT: [], CNAME: [] };

/** The simulated public DNS. A name without settings has a public address and an MX record. */
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
    this.names.set(normalizeName(name), settings);
    this.notifyListeners(name);
  }

  delete(name: string): boolean {
    const deleted = this.names.delete(normalizeName(name));
    if (deleted) this.notifyListeners(name);
    return deleted;
  }

  get(name: string): NameSettings | undefined {
    return this.names.get(normalizeName(name));
  }

  list(): { name: string; settings: NameSettings }[] {
    return this.names.keys().flatMap((name) => {
      const settings = this.names.get(name);
      return settings ? [{ name, settings }] : [];
    });
  }

  /** The addresses in the settings of the name. */
  configuredAddresses(name: string): string[] {
    const settings = this.get(name);
    return settings && !('error' in settings) ? [...(settings.A ?? []), ...(settings.AAAA ?? [])] : [];
  }

  onChange(listener: (name: string) => void): void {
    this.listeners.push(listener);
  }

  close(): void {
    this.names.close();
  }

  /** Resolves a name. For addresses, follows aliases as a resolver does. */
  resolve<T extends RecordType>(name: string, type: T): Resolution<T> {
    const aliases: string[] = [];
    for (let current = normalizeName(name); ;) {
      const found = this.recordsOf(current);
      if (typeof found === 'string')
        return { status: found, values: emptyRecordSet[type], aliases, name: current };

      const alias = isAddressType(type) && !hasAddress(found) ? found.CNAME[0] : undefined;
      if (alias === undefined) return { status: 'NOERROR', values: found[type], aliases, name: current };
      aliases.push(current);
      if (aliases.length > aliasesMax)
        return { status: 'SERVFAIL', values: emptyRecordSet[type], aliases, name: current };
      current = normalizeName(alias);
    }
  }

  private recordsOf(name: string): RecordSet | DnsFailure {
    const settings = this.names.get(name);
    if (settings && 'error' in settings) return settings.error;

    const hostAddress = this.hosts.addressOf(name);
    if (settings)
      return {
        ...emptyRecordSet,
        ...(this.configuredAddresses(name).length === 0 && addressRecord(hostAddress)),
        ...settings,
      };
    if (hostAddress === undefined && isInvalidDomain(name)) return 'NXDOMAIN';
    return {
      ...emptyRecordSet,
      MX: [{ exchange: `mx.${name}`, priority: 10 }],
      ...addressRecord(hostAddress ?? publicAddress(52, name)),
    };
  }

  private notifyListeners(name: string): void {
    for (const listener of this.listeners) listener(normalizeName(name));
  }
}

function isInvalidDomain(name: string): boolean {
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
