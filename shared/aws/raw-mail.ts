import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { requireEnv } from '../core/env';
import { deleteObjects } from './delete-objects';
import { isMissingObject } from './is-missing-object';

const client = new S3Client({});

/** The mail as SES received it. Throws when it is not there. */
export async function fetchRawMail(key: string): Promise<Buffer> {
  const { Body } = await client.send(
    new GetObjectCommand({ Bucket: requireEnv('INBOUND_BUCKET'), Key: key }),
  );
  if (!Body) throw new Error(`The raw mail ${key} has no body`);
  return Buffer.from(await Body.transformToByteArray());
}

/** The same, or undefined when it has been deleted. */
export async function findRawMail(key: string): Promise<Buffer | undefined> {
  try {
    return await fetchRawMail(key);
  } catch (error) {
    if (isMissingObject(error)) return undefined;
    throw error;
  }
}

/** Up to a thousand mails, whether they are there or not. */
export const deleteRawMail = (keys: readonly string[]): Promise<void> =>
  deleteObjects(client, requireEnv('INBOUND_BUCKET'), keys);
