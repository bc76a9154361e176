import { domainCheckKeys, dueKeys, type DueLane, type Key } from '../../shared/db/keys';
import { enginePort } from './engine-port';

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

  static async of(dataDir: string): Promise<DueIndex> {
    const port = enginePort(dataDir);
    const { TableNames: [name = ''] = [] } = await ask<{ TableNames: string[] }>(port, 'ListTables', {});
    return new DueIndex(port, name);
  }

  /**
   * The domains that there are now are checked no more: each would be every ten minutes, one that is not verified every
   * minute. With hundreds of domains every move of the clock would take seconds.
   */
  forgetDomainChecks(): Promise<void> {
    return this.forget(Object.values(domainCheckKeys));
  }

  /**
   * What waits now is not found when it falls due: the crowds of earlier test files would be mailed in the middle of
   * this one. What was handed out ahead, minutes before its time, is done all the same.
   */
  forgetWork(): Promise<void> {
    return this.forget(workKeys);
  }

  private async forget(dueKeysOf: readonly string[]): Promise<void> {
    for (const key of dueKeysOf) {
      for (let found = await this.find(key); found.length > 0; found = await this.find(key))
        await Promise.all(found.map((one) => this.forgetOne(one)));
    }
  }

  private async find(key: string): Promise<AttributeKey[]> {
    const { Items } = await ask<{ Items: AttributeKey[] }>(this.port, 'Query', {
      TableName: this.tableName,
      IndexName: 'byDue',
      KeyConditionExpression: 'dueKey = :key',
      ProjectionExpression: 'pk, sk',
      ExpressionAttributeValues: { ':key': { S: key } },
      Limit: pageSize,
    });
    return Items;
  }

  private forgetOne({ pk, sk }: AttributeKey): Promise<unknown> {
    const change = {
      UpdateExpression: 'REMOVE dueKey, dueAt',
      // What was deleted meanwhile must not come back.
      ConditionExpression: 'attribute_exists(pk)',
    };
    return ask(this.port, 'UpdateItem', { TableName: this.tableName, Key: { pk, sk }, ...change }).catch(
      (error: unknown) => {
        if (!String(error).includes('ConditionalCheckFailed')) throw error;
      },
    );
  }
}

/** The engine looks at the form of a signature only. An SDK would take each test file a second to load. */
async function ask<T>(port: string, operation: string, body: unknown): Promise<T> {
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
