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
  /** Those of the template. A change to one of them by an API call lasts until the next start. */
  schedules: ScheduleSpec[];
  /** Besides `default`. */
  groups: string[];
  runner: Pick<FunctionRunner, 'invoke'>;
  queues: QueueSender;
  authorizer: Authorizer;
  clock: Clock;
  dataDir: string;
}

/**
 * EventBridge Scheduler. Schedules ring by the clock, in the order in which they ring: those that recur at their time,
 * one-time ones somewhere in the minute after it, the same for the same name; at the beginning of a flexible window. They
 * call functions and queues. A retry policy gives one retry, after 60 s; without one there is none.
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

  /** How many one-time schedules have yet to fire; recurring ones do not count. */
  waitingCount(): number {
    return this.schedules.waitingCount();
  }

  /** How many targets are being called now. */
  runningCount(): number {
    return this.schedules.runningCount();
  }

  /** How often recurring schedules have rung. */
  recurringFiredCount(): number {
    return this.schedules.recurringFiredCount();
  }

  /** Nothing rings any more; the file is closed. */
  close(): void {
    this.schedules.close();
  }
}

function operationOf(name: string) {
  const operation = operations[name];
  if (!operation) throw new AwsError('UnknownOperation', `The local Scheduler does not know ${name}`);
  return operation;
}

function jsonResponse(status: number, body: object, headers: Record<string, string> = {}): AwsResponse {
  const standard = { 'content-type': 'application/json', 'x-amzn-requestid': randomUUID() };
  return { status, headers: { ...standard, ...headers }, body: JSON.stringify(body) };
}
