import type { IncomingMessage } from 'node:http';
import { readBody } from '../../machine/read-body';
import type { AwsRequest, ServiceName } from '../stand-in';

export interface Credential {
  accessKeyId: string;
  service: ServiceName | undefined;
}

/** Services by their name in SigV4. */
const services: Record<string, ServiceName> = {
  dynamodb: 'dynamodb',
  sqs: 'sqs',
  sns: 'sns',
  s3: 's3',
  scheduler: 'scheduler',
  ses: 'sesv2',
  lambda: 'lambda',
  kms: 'kms',
  ssm: 'ssm',
  'cognito-idp': 'cognito',
};

export async function readRequest(message: IncomingMessage): Promise<AwsRequest> {
  const body = await readBody(message);
  const url = message.url ?? '/';
  const queryAt = url.indexOf('?');
  return {
    method: message.method ?? 'GET',
    path: queryAt < 0 ? url : url.slice(0, queryAt),
    query: new URLSearchParams(queryAt < 0 ? '' : url.slice(queryAt + 1)),
    headers: singleHeaders(message),
    body,
  };
}

function singleHeaders(message: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(message.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(',') : value;
  }
  return headers;
}

/** Reads `Credential=KEY/date/region/SERVICE/aws4_request` from the header or from the query of a presigned URL. */
export function readCredential(request: AwsRequest): Credential | undefined {
  const scope = scopeOfHeader(request.headers['authorization']) ?? request.query.get('X-Amz-Credential');
  const [accessKeyId, , , service] = scope?.split('/') ?? [];
  if (!accessKeyId || !service) return undefined;
  return { accessKeyId, service: Object.hasOwn(services, service) ? services[service] : undefined };
}

const marker = 'Credential=';

function scopeOfHeader(header: string | undefined): string | undefined {
  const start = header?.indexOf(marker) ?? -1;
  if (!header || start < 0) return undefined;
  const end = header.indexOf(',', start);
  return header.slice(start + marker.length, end < 0 ? undefined : end).trim();
}
