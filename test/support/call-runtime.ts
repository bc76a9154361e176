interface RuntimeCredentials {
  aws: { endpoint: string; access_key_id: string };
}

/** Calls the SQS API of the local runtime. */
export const callSqs = (runtime: RuntimeCredentials, operation: string, input: object): Promise<unknown> =>
  callRuntime(runtime, 'sqs', '', {
    method: 'POST',
    headers: { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': `AmazonSQS.${operation}` },
    body: JSON.stringify(input),
  });

/** Calls an AWS API of the local runtime with the credentials of its user. */
export async function callRuntime(
  { aws }: RuntimeCredentials,
  service: string,
  path: string,
  request: { method: string; headers: Record<string, string>; body?: string },
): Promise<unknown> {
  const credential = `${aws.access_key_id}/20260101/us-east-1/${service}/aws4_request`;
  const authorization = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=host, Signature=0`;
  const headers = { ...request.headers, authorization };
  const response = await fetch(`${aws.endpoint}${path}`, { ...request, headers });
  const text = await response.text();
  if (!response.ok) throw new Error(`${service}${path}: ${response.status} ${text}`);
  // Some operations, such as PurgeQueue, have no output.
  return text === '' ? undefined : JSON.parse(text);
}
