import type { ContentRecord } from '../../db/records/content';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Key } from '../../db/keys';
import type { Item } from '../../db/table';

const inlineBytesMax = 6_000;

/** The kinds of objects in the content bucket. Objects of one kind and workspace share a prefix. */
export const contentKinds = ['emails', 'inbound', 'campaigns', 'webhooks'] as const;

export const contentObjectKey = (
  kind: (typeof contentKinds)[number],
  workspaceId: string,
  name: string,
): string => `${kind}/${workspaceId}/${name}`;

/** Returns the record of the content. Content that is too large for the record is written to S3, so await `stored`. */
export function prepareContent(
  key: Key<ContentRecord>,
  objectKey: string,
  content: object,
): { record: Item<ContentRecord>; stored: Promise<void> } {
  const gzipped = gzipSync(JSON.stringify(content));
  return gzipped.length <= inlineBytesMax
    ? { record: { ...key, inline: gzipped }, stored: Promise.resolve() }
    : { record: { ...key, objectKey }, stored: putObject(objectKey, gzipped) };
}

export async function readContent<T>({ inline, objectKey }: ContentRecord): Promise<T> {
  const gzipped = inline ?? (await getObject(objectKey ?? ''));
  // `prepareContent` stored a value of this type.
  return JSON.parse(gunzipSync(gzipped).toString()) as T;
}

async function putObject(objectKey: string, gzipped: Uint8Array): Promise<void> {
  const { putContent } = await import('../../aws/content-bucket.lazy');
  await putContent(objectKey, gzipped);
}

async function getObject(objectKey: string): Promise<Uint8Array> {
  const { getContent } = await import('../../aws/content-bucket.lazy');
  return getContent(objectKey);
}
