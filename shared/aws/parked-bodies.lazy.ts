import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { requireEnv } from '../core/env';

const client = new S3Client({});

/** Returns the body that the ingress parked under this key, as text. */
export async function fetchParkedBody(key: string): Promise<string> {
  const { Body } = await client.send(new GetObjectCommand({ Bucket: requireEnv('PARKED_BUCKET'), Key: key }));
  if (!Body) throw new Error(`The parked body ${key} is empty`);
  return Body.transformToString('utf-8');
}
