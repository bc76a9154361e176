import { promiseTry } from '../machine/promise-try';
import type { Resolver } from './resolver';
import type { RecordType, Zone } from './zone';

const errorCodes = { NOERROR: 'ENODATA', NXDOMAIN: 'ENOTFOUND', SERVFAIL: 'ESERVFAIL', TIMEOUT: 'ETIMEOUT' };

/** A resolver for the stand-ins that reads the zone directly, without the network. */
export function zoneResolver(zone: Pick<Zone, 'resolve'>): Resolver {
  return {
    a: (name) => promiseTry(() => resolveOrThrow(zone, name, 'A')),
    aaaa: (name) => promiseTry(() => resolveOrThrow(zone, name, 'AAAA')),
    cname: (name) => promiseTry(() => resolveOrThrow(zone, name, 'CNAME')),
    mx: (name) => promiseTry(() => resolveOrThrow(zone, name, 'MX')),
    txt: (name) => promiseTry(() => resolveOrThrow(zone, name, 'TXT')),
  };
}

function resolveOrThrow<T extends RecordType>(zone: Pick<Zone, 'resolve'>, name: string, type: T) {
  const { status, values } = zone.resolve(name, type);
  if (values.length > 0) return values;
  const code = errorCodes[status];
  throw Object.assign(new Error(`${code} ${type} ${name}`), { code });
}
