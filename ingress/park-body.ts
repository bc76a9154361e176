import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
  type CompletedPart,
} from '@aws-sdk/client-s3';
import { requireEnv } from '../shared/core/env';

/** The minimum size of a part in S3, except for the last part. */
const partBytes = 5 * 1_048_576;

/** The memory of one body in flight: its part, the encrypted copy being sent, and socket buffers. */
export const bodyMemoryMb = 16;

const s3 = new S3Client({ requestHandler: { requestTimeout: 30_000, throwOnRequestTimeout: true } });

/**
 * Uploads a body to S3 while the body arrives, so that only one part is in memory. After a failure, deletes the
 * uploaded parts. Returns the size in bytes.
 */
export async function parkBody(
  key: string,
  body: AsyncIterable<Buffer>,
  deadline: AbortSignal,
): Promise<number> {
  const object = { Bucket: requireEnv('PARKED_BUCKET'), Key: key };
  const parts = splitIntoParts(body);
  const { value: first = Buffer.alloc(0) } = await parts.next();
  if (first.length === partBytes) return uploadParts(object, first, parts, deadline);
  await s3.send(new PutObjectCommand({ ...object, Body: first }), { abortSignal: deadline });
  return first.length;
}

/** Splits the body into parts. All parts share one buffer, so requesting the next part overwrites the previous part. */
async function* splitIntoParts(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer, undefined> {
  const part = Buffer.allocUnsafe(partBytes);
  let filled = 0;
  for await (const chunk of body) {
    for (let consumed = 0; consumed < chunk.length;) {
      const copied = chunk.copy(part, filled, consumed);
      consumed += copied;
      filled = (filled + copied) % partBytes;
      if (filled === 0) yield part;
    }
  }
  if (filled > 0) yield part.subarray(0, filled);
}

interface ObjectAddress {
  Bucket: string;
  Key: string;
}

async function uploadParts(
  object: ObjectAddress,
  first: Buffer,
  remainingParts: AsyncIterable<Buffer>,
  deadline: AbortSignal,
): Promise<number> {
  const { UploadId } = await s3.send(
    new CreateMultipartUploadCommand({ ...object, ChecksumAlgorithm: 'CRC32' }),
    { abortSignal: deadline },
  );
  const upload = { ...object, UploadId };
  const uploaded: CompletedPart[] = [];
  let bytes = 0;

  const uploadPart = async (part: Buffer): Promise<void> => {
    const PartNumber = uploaded.length + 1;
    const command = new UploadPartCommand({ ...upload, PartNumber, Body: part });
    const { ETag, ChecksumCRC32 } = await s3.send(command, { abortSignal: deadline });
    uploaded.push({ PartNumber, ETag, ChecksumCRC32 });
    bytes += part.length;
  };

  try {
    await uploadPart(first);
    for await (const part of remainingParts) await uploadPart(part);
    const MultipartUpload = { Parts: uploaded };
    await s3.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload }), {
      abortSignal: deadline,
    });
  } catch (error) {
    await abortUpload(upload);
    throw error;
  }
  return bytes;
}

/**
 * Deletes the uploaded parts. If the deletion fails, the lifecycle rule of the bucket deletes the parts after a day.
 */
async function abortUpload(upload: ObjectAddress & { UploadId: string | undefined }): Promise<void> {
  await s3.send(new AbortMultipartUploadCommand(upload)).catch((error: unknown) => {
    console.error(JSON.stringify({ level: 'ERROR', message: 'upload not aborted', error: String(error) }));
  });
}
