import { randomBytes } from 'node:crypto';
import { ifAbsent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { putItem } from '../../../db/table';
import { base62 } from '../../../text/base62';
import { cleanUrl } from '../../../text/web-url';
import { invalidRequest } from '../../../core/errors';
import { toIso, newId, timeOfId } from '../../../core/time';
import { listAllWebhookEndpoints } from './find';
import type { WebhookEndpoint } from '../../../db/records/webhooks';
import { sealSecret } from './sealed-secret';
import { refuseUnusableUrl } from './check-destination';

/** Creates an endpoint. Only this response contains the secret. The table stores the secret encrypted. */
export async function createWebhookEndpoint(
  workspaceId: string,
  { url, events }: Pick<WebhookEndpoint, 'url' | 'events'>,
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  await refuseUnusableUrl(url);
  await refuseTooManyEndpoints(workspaceId);
  const id = newId();
  const secret = `whsec_${base62(randomBytes(32))}`;
  const endpoint: WebhookEndpoint = {
    id,
    workspaceId,
    url: cleanUrl(url),
    events: [...new Set(events)],
    enabled: true,
    sealedSecret: await sealSecret(secret, { workspaceId, endpointId: id }),
    isQuick: false,
    createdAt: toIso(timeOfId(id)),
  };
  await putItem<WebhookEndpoint>({ ...keys.webhookEndpoint(workspaceId, id), ...endpoint }, ifAbsent);
  return { endpoint, secret };
}

/**
 * The maximum number of endpoints in a workspace. An event may be delivered to every endpoint, so this is also the
 * maximum number of requests that one event can cause.
 */
const endpointsMax = 120;

async function refuseTooManyEndpoints(workspaceId: string): Promise<void> {
  const { length } = await listAllWebhookEndpoints(workspaceId);
  if (length >= endpointsMax)
    throw invalidRequest(
      `A workspace can have at most ${endpointsMax} webhook endpoints. Delete an endpoint first`,
    );
}
