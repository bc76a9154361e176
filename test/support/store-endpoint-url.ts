import { keys, type Key } from '../../shared/db/keys';
import type { Service } from './service';
import type { Endpoint } from './webhook-subscriber';
import { ServiceTable } from './table';

/** Stores a URL that the API does not accept, as if the endpoint were older than the validation rule. */
export async function storeEndpointUrl(
  service: Service,
  workspaceId: string,
  { id }: Endpoint,
  url: string,
): Promise<void> {
  const table = await ServiceTable.open(service);
  const key = keys.webhookEndpoint(workspaceId, id);
  const endpoint = await table.get(key);
  if (!endpoint) throw new Error(`No endpoint ${id}`);
  const updatedEndpoint: Key & object = { ...endpoint, ...key, ...{ url } };
  await table.putAll([updatedEndpoint]);
  table.close();
}
