import { randomUUID } from 'node:crypto';
import type { Clock } from '../../clock/clock';
import type { FunctionRunner } from '../../lambda/runner';
import { promiseTry } from '../../machine/promise-try';
import type { ScheduleSpec } from '../../template/deployment';
import { type AwsResponse, type AwsCall, AwsError, type AwsRequest, type StandIn } from '../stand-in';
import type { Authorizer } from '../iam/authorizer';
import type { QueueSender } from '../sqs/queue-sender';
import { operations, readRequest } from './operations';
import { Schedules } from './schedules';
import { Targets } from './targets';

export interface SchedulerOptions {
  region: string;
  accountId: string;
  /** The schedules of the template. Changes through the API last until the next start. */
  schedules: ScheduleSpec[];
  /** The groups other than `default`. */
  groups: string[];
  runner: Pick<FunctionRunner, 'invoke'>;
  queues: QueueSender;
  authorizer: Authorizer;
  clock: Clock;
  dataDir: string;
}

/**
 * EventBridge Scheduler. Schedules fire in the order of their times by the runtime's clock. Recurring schedules fire on
 * time. A one-time schedule fires within the minute after its time, at a second that depends only on its group and
 * name. A flexible time window is ignored. Targets are functions and queues. If the target of a one-time schedule fails
 * and the retry policy allows retries, the target is called again once, after 60 s.
 */
export class SchedulerStandIn implements StandIn {
  readonly service = 'scheduler';
  readonly operations = Object.keys(operations);
  private readonly schedules: Schedules;

  constructor({ schedules, runner, queues, authorizer, ...options }: SchedulerOptions) {
    const targets = new Targets(runner, queues, authorizer);
    this.schedules = new Schedules({ ...options, specs: schedules, targets });
  }

  read(request: AwsRequest): AwsCall {
    const parsedRequest = readRequest(request);
    const needs = operationOf(parsedRequest.operation).needs(this.schedules, parsedRequest);
    const input = { ...parsedRequest.body, ...Object.fromEntries(parsedRequest.query) };
    return {
      service: this.service,
      operation: parsedRequest.operation,
      target: parsedRequest.name,
      needs,
      input,
    };
  }

  run(call: AwsCall, request: AwsRequest): Promise<AwsResponse> {
    return promiseTry(() =>
      jsonResponse(200, operationOf(call.operation).run(this.schedules, readRequest(request))),
    );
  }

  renderError(error: AwsError): AwsResponse {
    const body = { Message: error.message, ...error.extra };
    return jsonResponse(error.status, body, { 'x-amzn-errortype': error.code });
  }

  /** The number of one-time schedules that have not fired. */
  waitingCount(): number {
    return this.schedules.waitingCount();
  }

  /** The number of targets that are being called. */
  runningCount(): number {
    return this.schedules.runningCount();
  }

  /** The number of times that recurring schedules have fired. */
  recurringFiredCount(): number {
    return this.schedules.recurringFiredCount();
  }

  /** Stops all schedules and closes the file. */
  close(): void {
    this.schedules.close();
  }
}

function operationOf(name: string) {
  const operation = operations[name];
  if (!operation) throw new AwsError('UnknownOperation', `The local Scheduler does not support ${name}`);
  return operation;
}

function jsonResponse(status: number, body: object, headers: Record<string, string> = {}): AwsResponse {
  const standard = { 'content-type': 'application/json', 'x-amzn-requestid': randomUUID() };
  return { status, headers: { ...standard, ...headers }, body: JSON.stringify(body) };
}
