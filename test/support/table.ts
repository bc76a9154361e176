import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import {
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  ScanCommand,
} from '@aws-sdk/lib-dynamodb';
import { chunksOf } from '../../shared/core/chunks';
import type { Key } from '../../shared/db/keys';
import { fromStoredItem, toStoredItem } from '../../shared/db/stored-names';
import { findEnginePort } from './find-engine-port';
import type { Service } from './service';

/**
 * Direct access to the service's table, for state that no API shows and for thousands of records. Attributes have the
 * same names as in the code.
 */
export class ServiceTable {
  private constructor(
    private readonly client: DynamoDBDocumentClient,
    readonly name: string,
  ) {}

  static async open({ dataDir }: Pick<Service, 'dataDir'>): Promise<ServiceTable> {
    process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';
    const client = new DynamoDBClient({
      endpoint: `http://127.0.0.1:${findEnginePort(dataDir)}`,
      region: 'us-east-1',
      credentials: { accessKeyId: 'TESTS', secretAccessKey: 'secret' },
    });
    const { TableNames: [name] = [] } = await client.send(new ListTablesCommand({}));
    if (!name) throw new Error('The engine has no table');
    return new ServiceTable(DynamoDBDocumentClient.from(client), name);
  }

  /** Opens the table, runs the work, and closes the table. */
  static async with<T>(
    service: Pick<Service, 'dataDir'>,
    work: (table: ServiceTable) => Promise<T>,
  ): Promise<T> {
    const table = await ServiceTable.open(service);
    return work(table).finally(() => table.close());
  }

  async get(key: Key): Promise<Record<string, unknown> | undefined> {
    const input = { TableName: this.name, Key: { ...key }, ConsistentRead: true };
    const { Item } = await this.client.send(new GetCommand(input));
    return Item && fromStoredItem(Item);
  }

  /** Overwrites these attributes of the record. */
  async update(key: Key, changes: object): Promise<void> {
    await this.put({ ...(await this.get(key)), ...key, ...changes });
  }

  put(item: Key & object): Promise<void> {
    return this.putAll([item]);
  }

  async putAll(items: readonly (Key & object)[]): Promise<void> {
    for (const chunk of chunksOf(items, 25)) {
      const requests = chunk.map((item) => ({ PutRequest: { Item: toStoredItem(item) } }));
      await this.client.send(new BatchWriteCommand({ RequestItems: { [this.name]: requests } }));
    }
  }

  async remove(key: Key): Promise<void> {
    await this.client.send(new DeleteCommand({ TableName: this.name, Key: { ...key } }));
  }

  /** Returns whether the partition contains an item. */
  async hasItemsIn(pk: string): Promise<boolean> {
    const expression = {
      ExpressionAttributeNames: { '#pk': 'pk' },
      ExpressionAttributeValues: { ':pk': pk },
    };
    const input = { TableName: this.name, KeyConditionExpression: '#pk = :pk', Limit: 1, ...expression };
    const { Count = 0 } = await this.client.send(new QueryCommand(input));
    return Count > 0;
  }

  /** Returns every record of the table. */
  async scanAll(): Promise<(Key & Record<string, unknown>)[]> {
    const all: (Key & Record<string, unknown>)[] = [];
    let startKey: Record<string, unknown> | undefined;
    do {
      const command: ScanCommand = new ScanCommand({ TableName: this.name, ExclusiveStartKey: startKey });
      const { Items = [], LastEvaluatedKey } = await this.client.send(command);
      all.push(...Items.map((item) => fromStoredItem(item) as Key & Record<string, unknown>));
      startKey = LastEvaluatedKey;
    } while (startKey);
    return all;
  }

  close(): void {
    this.client.destroy();
  }
}
