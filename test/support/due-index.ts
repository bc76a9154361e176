import { domainCheckKeys, dueKeys, type DueLane, type Key } from '../../shared/db/keys';
import { findEnginePort } from './find-engine-port';

type AttributeKey = Record<keyof Key, { S: string }>;

const lanes: Record<DueLane, true> = { WEBHOOK: true, WORK: true, MAIL: true, STEP: true, CAMPAIGN: true };
const workKeys = (Object.keys(lanes) as DueLane[]).flatMap(dueKeys);

const pageSize = 100;

/** What falls due of the table's records, as its index says. Tests make more of it than their clock has time for. */
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
   * The domains that there are now are checked no more: each would be every ten minutes, one that is not verified every
   * minute. With hundreds of domains every move of the clock would take seconds.
   */
  removeDomainChecks(): Promise<void> {
    return this.removeAll(Object.values(domainCheckKeys));
  }

  /**
   * What waits now is not found when it falls due: the crowds of earlier test files would be mailed in the middle of
   * this one. What was handed out ahead, minutes before its time, is done all the same.
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
      // What was deleted meanwhile must not come back.
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

/** The engine looks at the form of a signature only. An SDK would take each test file a second to load. */
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
