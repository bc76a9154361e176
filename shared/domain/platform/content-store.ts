import type { ContentRecord } from '../../db/records/content';
import { gunzipSync, gzipSync } from 'node:zlib';
import { isMissingObject } from '../../aws/is-missing-object';
import type { Key } from '../../db/keys';
import type { Item } from '../../db/table';

const inlineBytesMax = 6_000;

/** The kinds of objects in the content bucket. Objects of one kind and workspace share a prefix. */
export const contentKinds = ['emails', 'inbound', 'campaigns', 'webhooks', 'drafts'] as const;

export const contentObjectKey = (
  kind: (typeof contentKinds)[number],
  workspaceId: string,
  name: string,
): string => `${kind}/${workspaceId}/${name}`;

export const compressContent = (content: object): Uint8Array => gzipSync(JSON.stringify(content));

/** Whether the content fits into its record. */
export const fitsRecord = (gzipped: Uint8Array): boolean => gzipped.length <= inlineBytesMax;

/** Returns the record of the content. Content that is too large for the record is written to S3, so await `stored`. */
export function prepareContent(
  key: Key<ContentRecord>,
  objectKey: string,
  content: object,
): { record: Item<ContentRecord>; stored: Promise<void> } {
  const gzipped = compressContent(content);
  return fitsRecord(gzipped)
    ? { record: { ...key, inline: gzipped }, stored: Promise.resolve() }
    : { record: { ...key, objectKey }, stored: putObject(objectKey, gzipped) };
}

export async function readContent<T>({ inline, objectKey }: ContentRecord): Promise<T> {
  // `compressContent` received a value of this type.
  return parseContent(inline ?? (await getObject(objectKey ?? ''))) as T;
}

/** Returns undefined if the object of the content has been deleted. */
export async function readContentIfPresent<T>(record: ContentRecord): Promise<T | undefined> {
  try {
    return await readContent<T>(record);
  } catch (error) {
    if (isMissingObject(error)) return undefined;
    throw error;
  }
}

export async function readContentObject<T>(objectKey: string): Promise<T> {
  return parseContent(await getObject(objectKey)) as T;
}

const parseContent = (gzipped: Uint8Array): unknown => JSON.parse(gunzipSync(gzipped).toString());

async function putObject(objectKey: string, gzipped: Uint8Array): Promise<void> {
  const { putContent } = await import('../../aws/content-bucket.lazy');
  await putContent(objectKey, gzipped);
}

async function getObject(objectKey: string): Promise<Uint8Array> {
  const { getContent } = await import('../../aws/content-bucket.lazy');
  return getContent(objectKey);
}
