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

/** Changes the given fields. Checks run in the order of W-13. */
export async function updateWebhookEndpoint(
  workspaceId: string,
  id: string,
  readChanges: () => EndpointChanges,
): Promise<WebhookEndpoint> {
  const existing = await expectWebhookEndpoint(workspaceId, id);
  const { url, events, enabled } = readChanges();
  if (url !== undefined) await refuseUnusableUrl(url);
  // Queue the resume before enabling the endpoint, so that a crash in between does not lose the resume. The resume runs
  // seconds later, and has no effect if the endpoint is disabled at that time.
  if (enabled && !existing.enabled) await enqueueResume(existing);
  return updateEndpoint(workspaceId, id, {
    // A new URL may respond at a different speed.
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
  // Another request deleted the endpoint in the meantime.
  if (!endpoint) throw notFound('webhook endpoint');
  return endpoint;
}
