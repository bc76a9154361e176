import { gunzipSync, gzipSync } from 'node:zlib';
import { contentKey } from '../content-store';
import type { WebhookDelivery } from '../../../db/records/webhooks';

export type KeptPayload = Pick<WebhookDelivery, 'payload' | 'payloadKey'>;

/** Each attempt pays for the whole record: what is larger stands beside it, once for all endpoints. */
const inlineBytesMax = 2_000;

/** What a delivery keeps of the body that each attempt posts. */
export async function keepPayload(workspaceId: string, eventId: string, body: string): Promise<KeptPayload> {
  if (Buffer.byteLength(body) <= inlineBytesMax) return { payload: body };
  const payloadKey = contentKey('webhooks', workspaceId, eventId);
  const { putContent } = await import('../../../aws/contents.lazy');
  await putContent(payloadKey, gzipSync(body));
  return { payloadKey };
}

export async function readPayload({ payload, payloadKey = '' }: KeptPayload): Promise<string> {
  if (payload !== undefined) return payload;
  const { getContent } = await import('../../../aws/contents.lazy');
  return gunzipSync(await getContent(payloadKey)).toString();
}
