import { ifPresent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { updateItem } from '../../../db/table';
import { notFound } from '../../../core/errors';
import { shownUrl } from '../../../text/web-url';
import { expectWebhookEndpoint } from './find';
import type { WebhookEndpoint } from '../../../db/records/webhooks';
import { resumeLater } from './resume';
import { checkWebhookUrl } from './url';

/** What a client may change. */
type EndpointChanges = Partial<Pick<WebhookEndpoint, 'url' | 'events' | 'enabled'>>;

/** Changes what is named. The order of the lines is the order of checks (core.md, "Webhook endpoints" 7). */
export async function updateWebhookEndpoint(
  workspaceId: string,
  id: string,
  read: () => EndpointChanges,
): Promise<WebhookEndpoint> {
  const standing = await expectWebhookEndpoint(workspaceId, id);
  const { url, events, enabled } = read();
  if (url !== undefined) await checkWebhookUrl(url);
  // First: it looks in a moment, and in vain if the endpoint was not enabled after all.
  if (enabled && !standing.enabled) await resumeLater(standing);
  return change(workspaceId, id, {
    // Another host has a pace of its own.
    ...(url !== undefined && { url: shownUrl(url), isQuick: url === standing.url && standing.isQuick }),
    ...(events && { events: [...new Set(events)] }),
    ...(enabled !== undefined && { enabled }),
  });
}

type Changes = Partial<Pick<WebhookEndpoint, 'url' | 'events' | 'enabled' | 'isQuick'>>;

async function change(workspaceId: string, id: string, changes: Changes): Promise<WebhookEndpoint> {
  if (Object.keys(changes).length === 0) return expectWebhookEndpoint(workspaceId, id);
  const key = keys.webhookEndpoint(workspaceId, id);
  const endpoint = await updateItem<WebhookEndpoint>(key, { set: changes }, ifPresent);
  // It was deleted meanwhile.
  if (!endpoint) throw notFound('webhook endpoint');
  return endpoint;
}
