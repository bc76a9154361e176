import { domainCheckKeys, dueKeys, type DueLane, type Key } from '../../shared/db/keys';
import { findEnginePort } from './find-engine-port';

type AttributeKey = Record<keyof Key, { S: string }>;

const lanes: Record<DueLane, true> = {
  WEBHOOK: true,
  WORK: true,
  MAIL: true,
  STEP: true,
  CAMPAIGN: true,
  CONTENT: true,
};
const workKeys = (Object.keys(lanes) as DueLane[]).flatMap(dueKeys);

const pageSize = 100;

/** The index of the records with a due time. One clock move could not process all due records that tests create. */
export class DueIndex {
  private constructor(
    private readonly port: string,
    private readonly tableName: string,
  ) {}

  static async open(dataDir: string): Promise<DueIndex> {
    const port = findEnginePort(dataDir);
    const {
      TableNames: [name = ''],
    } = await callDynamoDb<{ TableNames: string[] }>(port, 'ListTables', {});
    return new DueIndex(port, name);
  }

  /**
   * Stops the background checks of all existing domains. The checks run every ten minutes for a verified domain and
   * every minute for an unverified domain. With hundreds of domains, every clock move would take seconds.
   */
  removeDomainChecks(): Promise<void> {
    return this.removeAll(Object.values(domainCheckKeys));
  }

  /**
   * Removes the due times of all pending work. Otherwise, the service would send emails of earlier test files during
   * this file. Work that is already queued, minutes before its due time, is not removed.
   */
  removeWork(): Promise<void> {
    return this.removeAll(workKeys);
  }

  private async removeAll(indexKeys: readonly string[]): Promise<void> {
    for (const key of indexKeys) {
      for (let items = await this.findItems(key); items.length > 0; items = await this.findItems(key))
        await Promise.all(items.map((item) => this.removeOne(item)));
    }
  }

  private async findItems(key: string): Promise<AttributeKey[]> {
    const { Items } = await callDynamoDb<{ Items: AttributeKey[] }>(this.port, 'Query', {
      TableName: this.tableName,
      IndexName: 'byDue',
      KeyConditionExpression: 'dueKey = :key',
      ProjectionExpression: 'pk, sk',
      ExpressionAttributeValues: { ':key': { S: key } },
      Limit: pageSize,
    });
    return Items;
  }

  private removeOne({ pk, sk }: AttributeKey): Promise<unknown> {
    const update = {
      UpdateExpression: 'REMOVE dueKey, dueAt',
      // The update must not recreate a record that was deleted in the meantime.
      ConditionExpression: 'attribute_exists(pk)',
    };
    return callDynamoDb(this.port, 'UpdateItem', {
      TableName: this.tableName,
      Key: { pk, sk },
      ...update,
    }).catch((error: unknown) => {
      if (!String(error).includes('ConditionalCheckFailed')) throw error;
    });
  }
}

/** The engine checks only the format of a signature. The AWS SDK would take a second per test file to load. */
async function callDynamoDb<T>(port: string, operation: string, body: unknown): Promise<T> {
  const response = await fetch(`http://127.0.0.1:${port}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-amz-json-1.0',
      'X-Amz-Target': `DynamoDB_20120810.${operation}`,
      'X-Amz-Date': '20260101T000000Z',
      Authorization:
        'AWS4-HMAC-SHA256 Credential=TESTS/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${operation}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}
