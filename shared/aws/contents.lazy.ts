import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { requireEnv } from '../env';

const client = new S3Client({});

const Bucket = requireEnv('CONTENT_BUCKET');

export async function putContent(key: string, gzipped: Uint8Array): Promise<void> {
  await client.send(
    new PutObjectCommand({ Bucket, Key: key, Body: gzipped, ContentType: 'application/gzip' }),
  );
}
