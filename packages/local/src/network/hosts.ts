import { createHash } from 'node:crypto';
import { isIP, SocketAddress } from 'node:net';
import { z } from 'zod';
import { DurableMap } from '../machine/durable-map';
import { normalizeName } from './normalize-name';

const portMax = 65_535;

/** The body of `PUT /control/hosts/{name}`. */
export const HostRoute = z.strictObject({
  to: z
    .string()
    .regex(/^(127\.0\.0\.1|localhost):[1-9]\d{0,4}$/, 'Must be 127.0.0.1:PORT')
    .refine((to) => portOf(to) <= portMax, `Must be a port up to ${portMax}`),
  address: z.union([z.ipv4(), z.ipv6()]).optional(),
});
export type HostRoute = z.infer<typeof HostRoute>;

export interface RoutedHost {
  name: string;
  to: string;
  address: string;
}

/** The public addresses that connect to a port of this machine. */
export interface AddressTable {
  /** Canonical address -> loopback port. */
  addresses(): Record<string, number>;
  onChange(listener: () => void): void;
}

/** The host names that are routed to a loopback port, each with its public address. */
export class Hosts {
  private readonly routes: DurableMap<RoutedHost>;
  /** The host names of the runtime's own servers, until a route replaces them. */
  private readonly reserved = new Map<string, RoutedHost>();
  private readonly listeners: (() => void)[] = [];

  constructor(file: string) {
    this.routes = new DurableMap(file);
  }

  /** Adds or replaces a host. Without `address`, an existing host keeps its address. */
  put(name: string, route: HostRoute): RoutedHost {
    const normalizedName = normalizeName(name);
    const address = route.address ?? this.addressOf(normalizedName) ?? this.pickFreeAddress(normalizedName);
    const host = { name: normalizedName, to: route.to, address };
    this.routes.set(normalizedName, host);
    this.notifyListeners();
    return host;
  }

  /** Routes the name to a server of the runtime. Lists of hosts do not contain the name. */
  reserve(name: string, port: number): void {
    const address = this.pickFreeAddress(name);
    this.reserved.set(name, { name, to: `127.0.0.1:${port}`, address });
  }

  delete(name: string): boolean {
    const deleted = this.routes.delete(normalizeName(name));
    if (deleted) this.notifyListeners();
    return deleted;
  }

  list(): RoutedHost[] {
    return this.routes.values();
  }

  /** The hosts in the list, and the reserved ones. */
  routed(): RoutedHost[] {
    const listed = this.list();
    return [...listed, ...[...this.reserved.values()].filter(({ name }) => !this.routes.get(name))];
  }

  addressOf(name: string): string | undefined {
    const normalizedName = normalizeName(name);
    return (this.routes.get(normalizedName) ?? this.reserved.get(normalizedName))?.address;
  }

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  close(): void {
    this.routes.close();
  }

  private notifyListeners(): void {
    for (const listener of this.listeners) listener();
  }

  private pickFreeAddress(name: string): string {
    const usedAddresses = new Set(this.routed().map(({ address }) => address));
    for (let attempt = 0; ; attempt += 1) {
      const address = publicAddress(44, attempt === 0 ? name : `${name} ${attempt}`);
      if (!usedAddresses.has(address)) return address;
    }
  }
}

/** An address in `firstByte`/8 that depends only on the name and is never a network or broadcast address. */
export function publicAddress(firstByte: number, name: string): string {
  const [a = 0, b = 0, c = 0] = createHash('sha256').update(name).digest();
  return `${firstByte}.${a}.${b}.${1 + (c % 254)}`;
}

/**
 * The addresses whose connections go to a routed host's port: the host's own address and the addresses set through DNS.
 */
export function routedAddresses(
  hosts: Pick<Hosts, 'routed' | 'onChange' | 'addressOf'>,
  zone: { configuredAddresses(name: string): string[]; onChange(listener: (name: string) => void): void },
): AddressTable {
  return {
    addresses: () => {
      const pairs = hosts
        .routed()
        .flatMap(({ name, to, address }) =>
          [address, ...zone.configuredAddresses(name)].map(
            (candidate) => [canonicalAddress(candidate), portOf(to)] as const,
          ),
        );
      return Object.fromEntries(pairs);
    },
    onChange: (listener) => {
      hosts.onChange(listener);
      // Ignore names that are not routed hosts, because a change notifies every instance of every function.
      zone.onChange((name) => {
        if (hosts.addressOf(name) !== undefined) listener();
      });
    },
  };
}

/** The canonical spelling of an address. An IPv4-mapped IPv6 address becomes the IPv4 address. */
function canonicalAddress(address: string): string {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  return new SocketAddress({ address, family }).address.replace(/^::ffff:(?=\d+\.)/, '');
}

function portOf(to: string): number {
  return Number(to.slice(to.lastIndexOf(':') + 1));
}
