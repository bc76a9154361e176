import { Agent, request as httpRequest } from 'node:http';
import { engineAuthorization } from '../../database/authorization';
import type { TableSpec } from '../../template/deployment';
import { AwsError, type AwsResponse, type AwsCall, type AwsRequest, type StandIn } from '../stand-in';
import { asRecord } from '../../machine/as-record';
import { operations, targetOf } from './operations';
import { Tables } from './tables';

export interface DynamoDbOptions {
  /** URL of the database engine. */
  endpoint: string;
  tables: TableSpec[];
  region: string;
  accountId: string;
}

/** DynamoDB. Forwards each call to the database engine and records the consumed capacity. */
export class DynamoDb implements StandIn {
  readonly service = 'dynamodb';
  readonly operations = Object.keys(operations);
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 64 });
  private readonly upstream: { host: string; port: number };
  private readonly tables: Tables;

  constructor({ endpoint, tables, region, accountId }: DynamoDbOptions) {
    const { hostname, port } = new URL(endpoint);
    this.upstream = { host: hostname, port: Number(port) };
    this.tables = new Tables(tables, `arn:aws:dynamodb:${region}:${accountId}:table/`);
  }

  read(request: AwsRequest): AwsCall {
    const operation = (request.headers['x-amz-target'] ?? '').split('.')[1] ?? '';
    const operationSpec = Object.hasOwn(operations, operation) ? operations[operation] : undefined;
    if (!operationSpec)
      throw new AwsError(
        'UnknownOperation',
        `The local DynamoDB does not support the operation ${operation}`,
      );
    const input = parseInput(request.body);
    return {
      service: 'dynamodb',
      operation,
      target: targetOf(input),
      needs: operationSpec.needs(input, this.tables),
      input,
    };
  }

  async run(call: AwsCall, request: AwsRequest): Promise<AwsResponse> {
    const kind = operations[call.operation]?.kind;
    if (kind === 'meta') return this.forward(request, request.body);

    const response = await this.forward(request, requestCapacity(call, request.body));
    if (response.status >= 400) return response;
    const output = asRecord(JSON.parse(response.body.toString()));
    const capacity = sumCapacity(output['ConsumedCapacity'], kind === 'write');
    if (requestsCapacity(call.input)) return { ...response, capacity };
    delete output['ConsumedCapacity'];
    return { ...response, capacity, body: JSON.stringify(output) };
  }

  renderError(error: AwsError): AwsResponse {
    const body = { __type: `com.amazonaws.dynamodb.v20120810#${error.code}`, message: error.message };
    return {
      status: error.status,
      headers: { 'content-type': jsonType },
      body: JSON.stringify({ ...body, ...error.extra }),
    };
  }

  /** Closes the connections to the engine. */
  stop(): void {
    this.agent.destroy();
  }

  private forward(request: AwsRequest, body: Buffer): Promise<AwsResponse & { body: Buffer }> {
    return new Promise((resolve, reject) => {
      const upstream = httpRequest(
        {
          ...this.upstream,
          agent: this.agent,
          method: 'POST',
          path: '/',
          headers: engineHeaders(request, body),
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.once('error', reject);
          response.once('end', () =>
            resolve({
              status: response.statusCode ?? 500,
              headers: { 'content-type': jsonType },
              body: Buffer.concat(chunks),
            }),
          );
        },
      );
      upstream.once('error', (error) =>
        reject(new Error(`The database engine cannot be reached: ${error.message}`)),
      );
      upstream.end(body);
    });
  }
}

const jsonType = 'application/x-amz-json-1.0';

function parseInput(body: Buffer): Record<string, unknown> {
  try {
    return asRecord(JSON.parse(body.toString()));
  } catch (error) {
    if (error instanceof SyntaxError) throw new AwsError('SerializationException', 'The body is not JSON');
    throw error;
  }
}

/** The engine requires a signature but does not verify it. */
function engineHeaders(request: AwsRequest, body: Buffer): Record<string, string | number> {
  return {
    'content-type': jsonType,
    'content-length': body.length,
    'x-amz-target': request.headers['x-amz-target'] ?? '',
    'x-amz-date': request.headers['x-amz-date'] ?? '20260101T000000Z',
    authorization: engineAuthorization,
  };
}

function requestsCapacity(input: Record<string, unknown>): boolean {
  return input['ReturnConsumedCapacity'] === 'INDEXES' || input['ReturnConsumedCapacity'] === 'TOTAL';
}

function requestCapacity(call: AwsCall, body: Buffer): Buffer {
  if (requestsCapacity(call.input)) return body;
  return Buffer.from(JSON.stringify({ ...call.input, ReturnConsumedCapacity: 'TOTAL' }));
}

/**
 * Sums the capacity of one or more tables. Only transactions report read and write units separately. For other
 * operations, `isWrite` selects the kind of unit.
 */
function sumCapacity(consumed: unknown, isWrite: boolean): { read: number; write: number } {
  const sum = { read: 0, write: 0 };
  for (const tableCapacity of Array.isArray(consumed) ? consumed : [consumed]) {
    const { CapacityUnits, ReadCapacityUnits, WriteCapacityUnits } = asRecord(tableCapacity);
    if (ReadCapacityUnits === undefined && WriteCapacityUnits === undefined) {
      sum[isWrite ? 'write' : 'read'] += Number(CapacityUnits ?? 0);
    } else {
      sum.read += Number(ReadCapacityUnits ?? 0);
      sum.write += Number(WriteCapacityUnits ?? 0);
    }
  }
  return sum;
}
