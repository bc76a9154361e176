import type { Resolver } from './resolver';
import type { RecordType, Zone } from './zone';

const codes = { NOERROR: 'ENODATA', NXDOMAIN: 'ENOTFOUND', SERVFAIL: 'ESERVFAIL', TIMEOUT: 'ETIMEOUT' };

/** The zone for stand-ins, which ask it without a network in between. */
export function zoneResolver(zone: Pick<Zone, 'resolve'>): Resolver {
  return {
    a: async (name) => find(zone, name, 'A'),
    aaaa: async (name) => find(zone, name, 'AAAA'),
    cname: async (name) => find(zone, name, 'CNAME'),
    mx: async (name) => find(zone, name, 'MX'),
    txt: async (name) => find(zone, name, 'TXT'),
  };
}

function find<T extends RecordType>(zone: Pick<Zone, 'resolve'>, name: string, type: T) {
  const { status, values } = zone.resolve(name, type);
  if (values.length > 0) return values;
  const code = codes[status];
  throw Object.assign(new Error(`${code} ${type} ${name}`), { code });
}
