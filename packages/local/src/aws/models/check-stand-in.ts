import type { AwsRequest, AwsResponse, StandIn } from '../stand-in';
import { isAllowed, isCommonError } from './allowed';
import { checkError, errorCode } from './check-error';
import { checkShape, type Report } from './check-shape';
import { decodeInput, decodeOutput } from './message';
import { readModel, type Operation, type ServiceModel } from './model';
import { Violations } from './violations';

/**
 * If the environment variable AWS_MODELS names a folder with AWS's service models (botocore's `data`), returns a
 * stand-in that also checks each request and response against them. Otherwise, returns the stand-in itself. The
 * violations go to the file that AWS_MODELS_REPORT names, or to standard error.
 */
export function checkStandIn(standIn: StandIn): StandIn {
  const dir = process.env['AWS_MODELS'];
  if (!dir) return standIn;
  const violations = new Violations(process.env['AWS_MODELS_REPORT']);
  return new CheckedStandIn(standIn, readModel(dir, standIn.service), violations);
}

class CheckedStandIn implements StandIn {
  readonly service: StandIn['service'];
  readonly operations: StandIn['operations'];
  /** The operation of each request that the stand-in could read. An error response has no other trace of it. */
  private readonly operationNames = new WeakMap<AwsRequest, string>();

  constructor(
    private readonly standIn: StandIn,
    private readonly model: ServiceModel,
    private readonly violations: Violations,
  ) {
    this.service = standIn.service;
    this.operations = standIn.operations;
  }

  read(request: AwsRequest) {
    const call = this.standIn.read(request);
    this.operationNames.set(request, call.operation);
    this.checkRequest(request, call.operation);
    return call;
  }

  async run(...[call, request]: Parameters<StandIn['run']>): Promise<AwsResponse> {
    const response = await this.standIn.run(call, request);
    this.checkResponse(response, call.operation);
    return response;
  }

  renderError(...[error, request]: Parameters<StandIn['renderError']>): AwsResponse {
    const response = this.standIn.renderError(error, request);
    const operation = this.operationNames.get(request);
    if (operation !== undefined) this.checkResponse(response, operation);
    return response;
  }

  private checkRequest(request: AwsRequest, operationName: string): void {
    this.violations.addRequest(this.service, operationName);
    const report = this.reporter(operationName);
    const operation = this.model.operations[operationName];
    if (!operation) return report('operation', 'is not in the model');
    const { targetPrefix } = this.model.metadata;
    if (targetPrefix !== undefined && request.headers['x-amz-target'] !== `${targetPrefix}.${operationName}`)
      report('x-amz-target', 'is not the name of the operation');
    const input = decodeInput(this.model, operation, request, report);
    if (operation.input)
      checkShape({ model: this.model, path: 'input', report }, operation.input.shape, input);
  }

  private checkResponse(response: AwsResponse, operationName: string): void {
    const report = this.reporter(operationName);
    const operation = this.model.operations[operationName];
    // The check of the request has reported the operation.
    if (!operation) return;
    if (response.status >= 400) {
      const error = { code: errorCode(response), status: response.status };
      if (!isCommonError(this.service, error.code)) checkError(this.model, operation, error, report);
      return;
    }
    checkStatus(this.model, operation, response, report);
    const output = decodeOutput(this.model, operation, response, report);
    if (operation.output)
      checkShape({ model: this.model, path: 'output', report }, operation.output.shape, output);
  }

  private reporter(operation: string): Report {
    return (path, reason) => {
      const violation = `${this.service} ${operation} ${path} ${reason}`;
      if (!isAllowed(violation)) this.violations.add(violation);
    };
  }
}

/** A member with the location `statusCode` says that the status varies. */
function checkStatus(
  { shapes }: ServiceModel,
  { http, output }: Operation,
  { status }: AwsResponse,
  report: Report,
): void {
  const members = Object.values(shapes[output?.shape ?? '']?.members ?? {});
  if (members.some(({ location }) => location === 'statusCode')) return;
  const expected = http.responseCode ?? 200;
  if (status !== expected) report('status', `is ${status} instead of ${expected}`);
}
