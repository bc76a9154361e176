import { changing } from '../../db/changing';
import { keys } from '../../db/keys';
import { ifPresent, updateItem } from '../../db/table';
import { notFound } from '../../errors';
import { validate } from '../../validate';
import { WebhookEndpointChangesSchema } from './endpoint-request';
import { expectWebhookEndpoint } from './find';
import type { WebhookEndpoint } from './record';
import { resumeLater } from './resume';
import { checkWebhookUrl } from './url';

/** Changes what the body names. The order of the lines is the order of checks (core.md, "Webhook endpoints" 7). */
export async function updateWebhookEndpoint(
  workspaceId: string,
  id: string,
  body: unknown,
): Promise<WebhookEndpoint> {
  await expectWebhookEndpoint(workspaceId, id);
  const { url, events, enabled } = validate(WebhookEndpointChangesSchema, body);
  if (url !== undefined) await checkWebhookUrl(url);
  const endpoint = await change(workspaceId, id, {
    ...(url !== undefined && { url }),
    ...(events && { events: [...new Set(events)] }),
    ...(enabled !== undefined && { enabled }),
  });
  if (enabled) await resumeLater(endpoint);
  return endpoint;
}

type Changes = Partial<Pick<WebhookEndpoint, 'url' | 'events' | 'enabled'>>;

async function change(workspaceId: string, id: string, changes: Changes): Promise<WebhookEndpoint> {
  if (Object.keys(changes).length === 0) return expectWebhookEndpoint(workspaceId, id);
  const key = keys.webhookEndpoint(workspaceId, id);
  const endpoint = await updateItem<WebhookEndpoint>(key, changing({ set: changes }, ifPresent));
  // It was deleted meanwhile.
  if (!endpoint) throw notFound('webhook endpoint');
  return endpoint;
}
