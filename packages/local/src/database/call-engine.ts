import { engineAuthorization } from './authorization';

/** Calls the database engine without a function. Throws unless the call succeeds. */
export async function callEngine(endpoint: string, operation: string, input: unknown): Promise<unknown> {
  const { status, body } = await postToEngine(endpoint, operation, input);
  if (status !== 200) throw new Error(`${operation}: ${JSON.stringify(body)}`);
  return body;
}

export async function postToEngine(
  endpoint: string,
  operation: string,
  input: unknown,
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': `DynamoDB_20120810.${operation}`,
      'x-amz-date': '20260101T000000Z',
      authorization: engineAuthorization,
    },
    body: JSON.stringify(input),
  });
  return { status: response.status, body: await response.json() };
}
