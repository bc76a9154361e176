import { gzipSync } from 'node:zlib';
import { keys } from '../../db/keys';
import type { Item } from '../../db/table';

/** What an email said. It stands beside the email, because an update pays for the whole record. */
export interface EmailContent {
  text: string | null;
  html: string | null;
}

interface ContentRecord {
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

async function putObject(objectKey: string, gzipped: Uint8Array): Promise<void> {
  const { putContent } = await import('../../aws/contents.lazy');
  await putContent(objectKey, gzipped);
}
