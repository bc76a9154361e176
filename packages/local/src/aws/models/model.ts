import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { ServiceName } from '../stand-in';

/** The parts of AWS's service models (`service-2.json` of botocore) that the checks read. */
export interface ServiceModel {
  metadata: { protocol: 'json' | 'rest-json' | 'rest-xml' | 'query'; targetPrefix?: string };
  operations: Record<string, Operation>;
  shapes: Record<string, Shape>;
}

export interface Operation {
  name: string;
  http: { method: string; requestUri: string; responseCode?: number };
  input?: { shape: string };
  output?: { shape: string; resultWrapper?: string };
  errors?: { shape: string }[];
}

export interface Shape {
  type: string;
  members?: Record<string, Member>;
  required?: string[];
  /** The member whose value is the whole body. */
  payload?: string;
  /** The elements of a list. */
  member?: Member;
  /** The keys and values of a map. */
  key?: Member;
  value?: Member;
  flattened?: boolean;
  enum?: string[];
  pattern?: string;
  min?: number;
  max?: number;
  fault?: boolean;
  error?: { code?: string; httpStatusCode?: number };
}

export interface Member {
  shape: string;
  location?: 'uri' | 'querystring' | 'header' | 'headers' | 'statusCode';
  locationName?: string;
  flattened?: boolean;
}

/** The folder of a service, if it differs from the service's name. */
const folders: Partial<Record<ServiceName, string>> = { cognito: 'cognito-idp' };

/** Reads the latest version of a service's model. Debian ships the models as JSON, and PyPI ships them compressed. */
export function readModel(dir: string, service: ServiceName): ServiceModel {
  const folder = join(dir, folders[service] ?? service);
  const [version = ''] = readdirSync(folder).sort().reverse();
  const file = join(folder, version, 'service-2.json');
  const text = existsSync(file) ? readFileSync(file) : gunzipSync(readFileSync(`${file}.gz`));
  return JSON.parse(text.toString()) as ServiceModel;
}

export function shapeOf(model: ServiceModel, name: string): Shape {
  const shape = model.shapes[name];
  if (!shape) throw new Error(`The model has no shape ${name}`);
  return shape;
}

/**
 * The name of a member in a decoded message. The query protocol's wire names do not apply, because SQS has moved to
 * JSON, which uses the member's own name, and query-value.ts translates the names of SNS.
 */
export function wireName(model: ServiceModel, name: string, { location, locationName }: Member): string {
  if (location !== undefined || model.metadata.protocol === 'query') return name;
  return locationName ?? name;
}

/** The members of a structure by their names in a decoded message. */
export function membersByWireName(model: ServiceModel, { members = {} }: Shape): Map<string, Member> {
  return new Map(Object.entries(members).map(([name, member]) => [wireName(model, name, member), member]));
}
