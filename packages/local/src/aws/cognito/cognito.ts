import { randomUUID } from 'node:crypto';
import type { Clock } from '../../clock/clock';
import { asRecord } from '../../machine/as-record';
import { promiseTry } from '../../machine/promise-try';
import { AwsError, type AwsResponse, type AwsCall, type AwsRequest, type StandIn } from '../stand-in';
import { operations, parse } from './operations';
import type { Pool } from './user-pool';

interface CognitoOptions {
  pools: readonly Pool[];
  clock: Clock;
}

/** The administrator operations of Cognito user pools, over the JSON protocol. */
export class Cognito implements StandIn {
  readonly service = 'cognito';
  readonly operations = Object.keys(operations);

  constructor(private readonly options: CognitoOptions) {}

  read(request: AwsRequest): AwsCall {
    const target = request.headers['x-amz-target'] ?? '';
    const operation = target.replace('AWSCognitoIdentityProviderService.', '');
    const input: unknown = JSON.parse(request.body.toString() || '{}');
    const { UserPoolId } = parse(operationOf(operation).input, input);
    const { spec } = this.expectPool(UserPoolId);
    const needs = [{ action: `cognito-idp:${operation}`, resource: spec.arn }];
    return { service: this.service, operation, target: spec.id, needs, input: asRecord(input) };
  }

  run({ operation, target, input }: AwsCall): Promise<AwsResponse> {
    const { clock } = this.options;
    return promiseTry(() =>
      jsonResponse(200, operationOf(operation).run(this.expectPool(target), input, clock.now())),
    );
  }

  renderError({ status, code, message }: AwsError): AwsResponse {
    return jsonResponse(status, { __type: code, message });
  }

  private expectPool(id: string): Pool {
    const pool = this.options.pools.find(({ spec }) => spec.id === id);
    if (!pool) throw new AwsError('ResourceNotFoundException', `User pool ${id} does not exist.`);
    return pool;
  }
}

function operationOf(name: string) {
  const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
  if (!operation)
    throw new AwsError('UnknownOperation', `The local Cognito does not support the operation ${name}`);
  return operation;
}

const jsonResponse = (status: number, body: unknown): AwsResponse => ({
  status,
  headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amzn-requestid': randomUUID() },
  body: JSON.stringify(body),
});
