import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { requireEnv } from '../core/env';
import { deleteObjects } from './delete-objects';
import { isMissingObject } from './is-missing-object';

const client = new S3Client({});

/** Returns an inbound email as SES received it, or its first `bytesMax` bytes. Throws if the email does not exist. */
export async function fetchRawMail(key: string, bytesMax?: number): Promise<Buffer> {
  const { Body } = await client.send(
    new GetObjectCommand({
      Bucket: requireEnv('INBOUND_BUCKET'),
      Key: key,
      ...(bytesMax !== undefined && { Range: `bytes=0-${bytesMax - 1}` }),
    }),
  );
  if (!Body) throw new Error(`The raw email ${key} has no body`);
  return Buffer.from(await Body.transformToByteArray());
}

/** Like `fetchRawMail`, but returns undefined if the email has been deleted. */
export async function findRawMail(key: string, bytesMax?: number): Promise<Buffer | undefined> {
  try {
    return await fetchRawMail(key, bytesMax);
  } catch (error) {
    if (isMissingObject(error)) return undefined;
    throw error;
  }
}

/** Deletes up to 1,000 inbound emails, whether they exist or not. */
export const deleteRawMail = (keys: readonly string[]): Promise<void> =>
  deleteObjects(client, requireEnv('INBOUND_BUCKET'), keys);
