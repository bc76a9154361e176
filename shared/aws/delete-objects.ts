import { DeleteObjectsCommand, type S3Client } from '@aws-sdk/client-s3';

/**
 * Deletes up to 1,000 objects, whether they exist or not. Throws if some objects remain, because S3 reports such
 * failures in a response with status 200.
 */
export async function deleteObjects(
  client: S3Client,
  Bucket: string,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  const Delete = { Objects: keys.map((Key) => ({ Key })), Quiet: true };
  const { Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket, Delete }));
  const [first] = Errors;
  if (first) throw new Error(`S3 did not delete ${Errors.length} objects; the first error is ${first.Code}`);
}
