import { DynamoDBClient, ListTablesCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { startEngine } from '../../local/database/engine';
import { keys } from '../../shared/db/keys';
import { Service } from './service';
import type { Endpoint } from './subscriber';
import { tableEngine } from './table-engine';

/**
 * The endpoint has a URL that no request could give it by now, such as one from before a rule. The machine is off
 * meanwhile; returns the service as it runs afterwards.
 */
export async function storeUrl(
  service: Service,
  workspaceId: string,
  { id }: Endpoint,
  url: string,
): Promise<Service> {
  await service.killHard();
  const engine = await startEngine({
    dataDir: service.dataDir,
    memory: false,
    ...(tableEngine && { engine: tableEngine }),
  });
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const client = new DynamoDBClient({ endpoint: engine.endpoint, region: 'us-east-1', credentials });
  const { TableNames: [TableName] = [] } = await client.send(new ListTablesCommand({}));
  const { pk, sk } = keys.webhookEndpoint(workspaceId, id);
  await client.send(
    new UpdateItemCommand({
      TableName,
      Key: { pk: { S: pk }, sk: { S: sk } },
      UpdateExpression: 'SET #url = :url',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: { '#url': 'url' },
      ExpressionAttributeValues: { ':url': { S: url } },
    }),
  );
  client.destroy();
  await engine.stop();
  return Service.start(service.dataDir);
}
