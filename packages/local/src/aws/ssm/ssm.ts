import { randomUUID } from 'node:crypto';
import type { Clock } from '../../clock/clock';
import { asRecord } from '../../machine/as-record';
import { DurableMap } from '../../machine/durable-map';
import { promiseTry } from '../../machine/promise-try';
import { type AwsResponse, type AwsCall, AwsError, type AwsRequest, type StandIn } from '../stand-in';
import { operations, parse, type Parameter } from './operations';

interface SsmOptions {
  region: string;
  accountId: string;
  clock: Pick<Clock, 'now'>;
  /** The journal of the parameters. */
  file: string;
}

/** The Parameter Store of Systems Manager, over the JSON protocol: encrypted parameters of the standard tier. */
export class Ssm implements StandIn {
  readonly service = 'ssm';
  readonly operations = Object.keys(operations);
  private readonly parameters: DurableMap<Parameter>;

  constructor(private readonly options: SsmOptions) {
    this.parameters = new DurableMap(options.file);
  }

  read(request: AwsRequest): AwsCall {
    const operation = (request.headers['x-amz-target'] ?? '').replace('AmazonSSM.', '');
    const { input: schema, context } = operationOf(operation);
    const input = parseBody(request.body);
    const { Name } = parse(schema, input);
    const need = { action: `ssm:${operation}`, resource: this.arnOf(Name), context: context(input) };
    return { service: this.service, operation, target: Name, needs: [need], input };
  }

  run({ operation, target, input }: AwsCall): Promise<AwsResponse> {
    const arn = this.arnOf(target);
    const context = { parameters: this.parameters, arn, now: this.options.clock.now() };
    return promiseTry(() => jsonResponse(200, operationOf(operation).run(context, input)));
  }

  renderError({ status, code, message }: AwsError): AwsResponse {
    return jsonResponse(status, { __type: code, message });
  }

  close(): void {
    this.parameters.close();
  }

  /** The ARN of a name without a path also has a slash. */
  private arnOf(name: string): string {
    const { region, accountId } = this.options;
    return `arn:aws:ssm:${region}:${accountId}:parameter/${name.replace(/^\//, '')}`;
  }
}

function operationOf(name: string) {
  const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
  if (!operation)
    throw new AwsError(
      'UnknownOperation',
      `The local Parameter Store does not support the operation ${name}`,
    );
  return operation;
}

function parseBody(body: Buffer): Record<string, unknown> {
  try {
    return asRecord(JSON.parse(body.toString() || '{}'));
  } catch (error) {
    if (error instanceof SyntaxError) throw new AwsError('SerializationException', 'The body is not JSON');
    throw error;
  }
}

function jsonResponse(status: number, body: unknown): AwsResponse {
  const headers = { 'content-type': 'application/x-amz-json-1.1', 'x-amzn-requestid': randomUUID() };
  return { status, headers, body: JSON.stringify(body) };
}
