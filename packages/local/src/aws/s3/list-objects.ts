import type { StoredObject } from './object-store';
import { element, rootElement } from './xml';

const keysMax = 1000;

/** One page of ListObjectsV2. `objects` is the whole bucket, sorted by key. */
export function listObjects(bucket: string, objects: StoredObject[], query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const startAfterKey = readStartAfter(query);
  const rows = groupByPrefix(
    objects.filter((object) => object.key.startsWith(prefix)),
    prefix,
    delimiter,
  ).filter((row) => isAfter(row.name, startAfterKey));

  const limit = Math.min(Number(query.get('max-keys') ?? keysMax), keysMax);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const next =
    rows.length > page.length && last ? [element('NextContinuationToken', tokenOf(last.name))] : [];
  const encode = query.get('encoding-type') === 'url' ? encodeURIComponent : (text: string) => text;
  return rootElement('ListBucketResult', [
    element('Name', bucket),
    element('Prefix', encode(prefix)),
    element('MaxKeys', limit),
    element('KeyCount', page.length),
    element('IsTruncated', next.length > 0),
    ...next,
    ...page.map((row) => renderRow(row, encode)),
  ]);
}

/** An object, or a common prefix that represents all objects below it. */
interface Row {
  name: string;
  object: StoredObject | undefined;
}

function groupByPrefix(objects: StoredObject[], prefix: string, delimiter: string): Row[] {
  const rows = new Map<string, Row>();
  for (const object of objects) {
    const end = delimiter ? object.key.indexOf(delimiter, prefix.length) : -1;
    const name = end < 0 ? object.key : object.key.slice(0, end + delimiter.length);
    rows.set(name, { name, object: end < 0 ? object : undefined });
  }
  return [...rows.values()];
}

function readStartAfter(query: URLSearchParams): string {
  const token = query.get('continuation-token');
  return token ? Buffer.from(token, 'base64url').toString('utf8') : (query.get('start-after') ?? '');
}

function tokenOf(name: string): string {
  return Buffer.from(name).toString('base64url');
}

function isAfter(name: string, startAfterKey: string): boolean {
  return Buffer.compare(Buffer.from(name), Buffer.from(startAfterKey)) > 0;
}

function renderRow({ name, object }: Row, encode: (text: string) => string): string {
  if (!object) return element('CommonPrefixes', [element('Prefix', encode(name))]);
  return element('Contents', [
    element('Key', encode(name)),
    element('LastModified', new Date(object.modifiedAt).toISOString()),
    element('ETag', object.etag),
    element('Size', object.size),
    element('StorageClass', 'STANDARD'),
  ]);
}
