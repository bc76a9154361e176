import { gunzipSync, gzipSync } from 'node:zlib';
import { keys } from '../../db/keys';
import { getItem, type Item } from '../../db/table';
import type { StoredMessage } from './message';

/** What an email said. It stands beside the email, because an update pays for the whole record. */
export interface EmailContent {
  text: string | null;
  html: string | null;
  /** All that is needed to send it later: of emails that were held or scheduled. */
  message?: StoredMessage;
}

export interface ContentRecord {
  /** Gzipped JSON, when it is small. */
  inline?: Uint8Array;
  /** Otherwise the object's key in the content bucket. */
  objectKey?: string;
}

const inlineBytesMax = 6_000;

/** The content's record; what is too large for it is put in S3 by `stored`. */
export function keepContent(workspaceId: string, id: string, content: EmailContent) {
  const key = keys.emailContent(workspaceId, id);
  const gzipped = gzipSync(JSON.stringify(content));
  if (gzipped.length <= inlineBytesMax) {
    return { record: { ...key, inline: gzipped } satisfies Item<ContentRecord>, stored: Promise.resolve() };
  }
  const objectKey = `emails/${workspaceId}/${id}`;
  return {
    record: { ...key, objectKey } satisfies Item<ContentRecord>,
    stored: putObject(objectKey, gzipped),
  };
}

/** What the email said, or undefined when nothing is kept of it. */
export async function findContent(workspaceId: string, id: string): Promise<EmailContent | undefined> {
  const record = await getItem<ContentRecord>(keys.emailContent(workspaceId, id));
  return record && readContent(record);
}

export async function readContent({ inline, objectKey }: ContentRecord): Promise<EmailContent> {
  const gzipped = inline ?? (await getObject(objectKey ?? ''));
  return JSON.parse(gunzipSync(gzipped).toString()) as EmailContent;
}

async function putObject(objectKey: string, gzipped: Uint8Array): Promise<void> {
  const { putContent } = await import('../../aws/contents.lazy');
  await putContent(objectKey, gzipped);
}

async function getObject(objectKey: string): Promise<Uint8Array> {
  const { getContent } = await import('../../aws/contents.lazy');
  return getContent(objectKey);
}
