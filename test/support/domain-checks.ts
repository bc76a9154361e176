import { domainCheckKeys, type Key } from '../../shared/db/keys';
import { enginePort } from './engine-port';

type AttributeKey = Record<keyof Key, { S: string }>;

/**
 * The background checks of domains: of each every ten minutes, of one that is not verified every minute. With
 * hundreds of domains, which tests make, every move of the clock would take seconds.
 */
export class DomainChecks {
  private constructor(
    private readonly port: string,
    private readonly tableName: string,
  ) {}

  static async of(dataDir: string): Promise<DomainChecks> {
    const port = enginePort(dataDir);
    const { TableNames: [name = ''] = [] } = await ask<{ TableNames: string[] }>(port, 'ListTables', {});
    return new DomainChecks(port, name);
  }

  /** The domains that there are now are checked no more. */
  async forget(): Promise<void> {
    for (const key of Object.values(domainCheckKeys)) await this.forgetAllOf(key);
  }

  private async forgetAllOf(checks: string): Promise<void> {
    const { Items } = await ask<{ Items: AttributeKey[] }>(this.port, 'Query', {
      TableName: this.tableName,
      IndexName: 'byDue',
      KeyConditionExpression: 'dueKey = :checks',
      ProjectionExpression: 'pk, sk',
      ExpressionAttributeValues: { ':checks': { S: checks } },
    });
    await Promise.all(Items.map((key) => this.forgetOne(key)));
  }

  private forgetOne({ pk, sk }: AttributeKey): Promise<unknown> {
    const change = {
      UpdateExpression: 'REMOVE dueKey, dueAt',
      // A domain that was deleted meanwhile must not come back.
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
