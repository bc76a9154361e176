import { domainCheckKey, type Key } from '../../shared/db/keys';
import { enginePort } from './engine-port';

/**
 * The domains of the test files before this one are checked no more. The monitor looks at each of them every ten
 * minutes, at one that is not verified every minute: with hundreds of them every move of the clock would take long.
 */
export async function forgetDomainChecks(dataDir: string): Promise<void> {
  const port = enginePort(dataDir);
  const { TableNames: [TableName] = [] } = await ask<{ TableNames: string[] }>(port, 'ListTables', {});
  const forget = ({ pk, sk }: AttributeKey) =>
    ask(port, 'UpdateItem', { TableName, Key: { pk, sk }, UpdateExpression: 'REMOVE dueKey, dueAt' });
  const { Items } = await ask<{ Items: AttributeKey[] }>(port, 'Query', {
    TableName,
    IndexName: 'byDue',
    KeyConditionExpression: 'dueKey = :checks',
    ExpressionAttributeValues: { ':checks': { S: domainCheckKey } },
  });
  await Promise.all(Items.map(forget));
}

type AttributeKey = Record<keyof Key, { S: string }>;

/** One request to the engine, which looks at the form of a signature only. An SDK takes each test file a second to load. */
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
