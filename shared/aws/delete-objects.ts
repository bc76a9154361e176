import { DeleteObjectsCommand, type S3Client } from '@aws-sdk/client-s3';

/** Up to a thousand, whether they are there or not. S3 answers 200 also where it left some: that is an error here. */
export async function deleteObjects(
  client: S3Client,
  Bucket: string,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  const Delete = { Objects: keys.map((Key) => ({ Key })), Quiet: true };
  const { Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket, Delete }));
  const [first] = Errors;
  if (first) throw new Error(`S3 left ${Errors.length} objects, the first because of ${first.Code}`);
}
