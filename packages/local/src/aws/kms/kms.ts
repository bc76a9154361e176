import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promiseTry } from '../../machine/promise-try';
import type { KeySpec } from '../../template/deployment';
import { type AwsResponse, type AwsCall, AwsError, type AwsRequest, type StandIn } from '../stand-in';
import { Keys } from './keys';
import { operations } from './operations';

export interface KmsOptions {
  keys: KeySpec[];
  dataDir: string;
}

/**
 * KMS: encrypts and decrypts with the symmetric keys of the template, over the JSON protocol. Conditions on the
 * encryption context are not supported. The runtime refuses such conditions in a key policy at startup, and treats them
 * as false in a role's policy.
 */
export class Kms implements StandIn {
  readonly service = 'kms';
  readonly operations = Object.keys(operations);
  private readonly keys: Keys;

  constructor({ keys, dataDir }: KmsOptions) {
    this.keys = new Keys(keys, join(dataDir, 'keys.json'));
  }

  read(request: AwsRequest): AwsCall {
    const operation = (request.headers['x-amz-target'] ?? '').replace('TrentService.', '');
    const input = parseBody(request.body);
    const key = operationOf(operation).key(this.keys, input);
    const needs = [{ action: `kms:${operation}`, resource: key.arn }];
    return { service: this.service, operation, target: key.id, needs, input };
  }

  run(call: AwsCall): Promise<AwsResponse> {
    return promiseTry(() => jsonResponse(200, operationOf(call.operation).run(this.keys, call.input)));
  }

  renderError(error: AwsError): AwsResponse {
    return jsonResponse(error.status, { __type: error.code, message: error.message, ...error.extra });
  }
}

function operationOf(name: string) {
  const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
  if (!operation) {
    throw new AwsError('UnknownOperation', `The local KMS does not support the operation ${name}`);
  }
  return operation;
}

function parseBody(body: Buffer): Record<string, unknown> {
  try {
    const input: unknown = JSON.parse(body.toString() || '{}');
    if (typeof input === 'object' && input !== null) return { ...input };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new AwsError('SerializationException', 'The body is not a JSON object');
}

function jsonResponse(status: number, body: unknown): AwsResponse {
  const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amzn-requestid': randomUUID() };
  return { status, headers, body: JSON.stringify(body) };
}
