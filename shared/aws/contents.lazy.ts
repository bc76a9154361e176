import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { requireEnv } from '../env';

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
