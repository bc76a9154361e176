import { gunzipSync, gzipSync } from 'node:zlib';
import type { Key } from '../../db/keys';
import type { Item } from '../../db/table';

/** What a message said. It stands beside the message, because an update pays for the whole record. */
export interface ContentRecord {
  /** Gzipped JSON, when it is small. */
  inline?: Uint8Array;
  /** Otherwise the object's key in the content bucket. */
  objectKey?: string;
}

const inlineBytesMax = 6_000;

/** What the content bucket has: for each, everything of a workspace begins alike. */
export const contentKinds = ['emails', 'inbound', 'campaigns', 'webhooks'] as const;

export const contentKey = (kind: (typeof contentKinds)[number], workspaceId: string, name: string): string =>
  `${kind}/${workspaceId}/${name}`;

/** The content's record; what is too large for it is put in S3 by `stored`. */
export function keepContent(key: Key, objectKey: string, content: object) {
  const gzipped = gzipSync(JSON.stringify(content));
  if (gzipped.length <= inlineBytesMax) {
    return { record: { ...key, inline: gzipped } satisfies Item<ContentRecord>, stored: Promise.resolve() };
  }
  return {
    record: { ...key, objectKey } satisfies Item<ContentRecord>,
    stored: putObject(objectKey, gzipped),
  };
}

export async function readContent<T>({ inline, objectKey }: ContentRecord): Promise<T> {
  const gzipped = inline ?? (await getObject(objectKey ?? ''));
  return JSON.parse(gunzipSync(gzipped).toString()) as T;
}

async function putObject(objectKey: string, gzipped: Uint8Array): Promise<void> {
  const { putContent } = await import('../../aws/contents.lazy');
  await putContent(objectKey, gzipped);
}

async function getObject(objectKey: string): Promise<Uint8Array> {
  const { getContent } = await import('../../aws/contents.lazy');
  return getContent(objectKey);
}
