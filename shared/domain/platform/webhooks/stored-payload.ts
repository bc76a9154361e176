import { gunzipSync, gzipSync } from 'node:zlib';
import { contentObjectKey } from '../content-store';
import type { WebhookDelivery } from '../../../db/records/webhooks';

export type StoredPayload = Pick<WebhookDelivery, 'payload' | 'payloadKey'>;

/** Each attempt reads and writes the whole record, so a larger payload is stored once in S3 for all endpoints. */
const inlineBytesMax = 2_000;

/** Stores the body that each attempt posts. Returns the attributes of a delivery that refer to the body. */
export async function storePayload(
  workspaceId: string,
  eventId: string,
  body: string,
): Promise<StoredPayload> {
  if (Buffer.byteLength(body) <= inlineBytesMax) return { payload: body };
  const payloadKey = contentObjectKey('webhooks', workspaceId, eventId);
  const { putContent } = await import('../../../aws/content-bucket.lazy');
  await putContent(payloadKey, gzipSync(body));
  return { payloadKey };
}

export async function readPayload({ payload, payloadKey = '' }: StoredPayload): Promise<string> {
  if (payload !== undefined) return payload;
  const { getContent } = await import('../../../aws/content-bucket.lazy');
  return gunzipSync(await getContent(payloadKey)).toString();
}
