import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { requireEnv } from '../core/env';
import { deleteObjects } from './delete-objects';

const client = new S3Client({});

const Bucket = requireEnv('CONTENT_BUCKET');

export async function putContent(key: string, gzipped: Uint8Array): Promise<void> {
  await client.send(
    new PutObjectCommand({ Bucket, Key: key, Body: gzipped, ContentType: 'application/gzip' }),
  );
}

export async function getContent(key: string): Promise<Uint8Array> {
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: key }));
  if (!Body) throw new Error(`The object ${key} has no body`);
  return Body.transformToByteArray();
}

/** Returns up to 1,000 keys that have this prefix. */
export async function listContents(prefix: string): Promise<string[]> {
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix: prefix }));
  return Contents.flatMap(({ Key }) => Key ?? []);
}

/** Deletes up to 1,000 objects, whether they exist or not. */
export async function deleteContents(keys: readonly string[]): Promise<void> {
  await deleteObjects(client, Bucket, keys);
}
