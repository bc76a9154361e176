import { ifPresent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { updateItem } from '../../../db/table';
import { notFound } from '../../../core/errors';
import { cleanUrl } from '../../../text/web-url';
import { expectWebhookEndpoint } from './find';
import type { WebhookEndpoint } from '../../../db/records/webhooks';
import { enqueueResume } from './resume-webhook';
import { refuseUnusableUrl } from './check-destination';

/** The fields that a client may change. */
type EndpointChanges = Partial<Pick<WebhookEndpoint, 'url' | 'events' | 'enabled'>>;

/** Changes the given fields. The lines are in the order of the checks (W-13). */
export async function updateWebhookEndpoint(
  workspaceId: string,
  id: string,
  readChanges: () => EndpointChanges,
): Promise<WebhookEndpoint> {
  const existing = await expectWebhookEndpoint(workspaceId, id);
  const { url, events, enabled } = readChanges();
  if (url !== undefined) await refuseUnusableUrl(url);
  // Queue the resume before enabling the endpoint, so that a crash in between does not lose it. It runs seconds later,
  // and does nothing if the endpoint is still disabled.
  if (enabled && !existing.enabled) await enqueueResume(existing);
  return updateEndpoint(workspaceId, id, {
    // Another host has another speed.
    ...(url !== undefined && { url: cleanUrl(url), isQuick: url === existing.url && existing.isQuick }),
    ...(events && { events: [...new Set(events)] }),
    ...(enabled !== undefined && { enabled }),
  });
}

type StoredChanges = Partial<Pick<WebhookEndpoint, 'url' | 'events' | 'enabled' | 'isQuick'>>;

async function updateEndpoint(
  workspaceId: string,
  id: string,
  changes: StoredChanges,
): Promise<WebhookEndpoint> {
  if (Object.keys(changes).length === 0) return expectWebhookEndpoint(workspaceId, id);
  const key = keys.webhookEndpoint(workspaceId, id);
  const endpoint = await updateItem(key, { set: changes }, ifPresent);
  // Another request deleted it in the meantime.
  if (!endpoint) throw notFound('webhook endpoint');
  return endpoint;
}
