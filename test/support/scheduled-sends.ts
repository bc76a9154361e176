import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestWorkspace, type TestWorkspace, type OutboxMail } from './test-workspace';
import type { CallRow, Service } from './service';

/**
 * Creates a workspace with a domain in one or both risk classes. By default, emails of the workspace are due in a
 * minute.
 */
export const createSchedulingWorkspace = (
  service: Service,
  options: Record<string, unknown> = {},
): Promise<TestWorkspace> =>
  createTestWorkspace(service, { marketing: true, mail: { scheduled_at: 'in 1 minute' }, ...options });

/** Returns the time of the service's clock, in ms. */
export async function readClockMs(service: Service): Promise<number> {
  return Date.parse(await service.now());
}

/** Moves the clock to the target, in several requests if necessary. */
export async function advanceClockTo(service: Service, targetMs: number): Promise<void> {
  let currentMs = await readClockMs(service);
  while (currentMs < targetMs) {
    const { now } = await service.control('POST', '/clock', { set: new Date(targetMs).toISOString() });
    currentMs = Date.parse(now);
  }
}

/** Returns the AWS calls that a worker has made since `sinceMs`. */
export async function listWorkerCalls(service: Service, worker: string, sinceMs: number): Promise<CallRow[]> {
  const calls = await service.calls(new Date(sinceMs).toISOString());
  return calls.filter((row) => row.function.endsWith(`-${worker}`));
}

/** Injects a fault at an AWS call, which the caller gives as service and operation. */
export async function injectFault(
  service: Service,
  call: string,
  fault: Record<string, unknown>,
): Promise<void> {
  const [awsService, operation] = call.split(' ');
  await service.control('POST', '/faults', { service: awsService, operation, ...fault });
}

interface QueuedWork {
  workspaceId: string;
  id: string;
}

interface PlannedSend {
  id: string;
  at: number;
}

/**
 * Returns the time, in ms, at which the drain planned to send each email of the workspace. This is the first time at
 * which SQS may deliver the message, so a slow machine does not affect the result.
 */
export const plannedSendTimes = (service: Service, workspace: TestWorkspace): number[] =>
  listPlannedSends(service, workspace).map(({ at }) => at);

/** Returns the emails that were sent before SQS could deliver their first queue message. */
export function findMailsSentTooEarly(
  service: Service,
  workspace: TestWorkspace,
  mails: readonly OutboxMail[],
): OutboxMail[] {
  const messages = listPlannedSends(service, workspace);
  const firstPlannedMs = (email: string) =>
    Math.min(...messages.flatMap(({ id, at }) => (id === email ? [at] : [])));
  return mails.filter(({ message_id, at }) => Date.parse(at) < firstPlannedMs(message_id));
}

function listPlannedSends({ dataDir }: Service, { workspaceId }: TestWorkspace): PlannedSend[] {
  const lines = readFileSync(join(dataDir, 'sqs/sqs-messages.jsonl'), 'utf8').split('\n').filter(Boolean);
  return lines.flatMap((line) => {
    const [, message] = JSON.parse(line) as [string, { body: string; visibleAt: number }?];
    if (!message?.body.startsWith('{"job":"sendEmail"')) return [];
    const queuedWork = JSON.parse(message.body) as QueuedWork;
    return queuedWork.workspaceId === workspaceId ? [{ id: queuedWork.id, at: message.visibleAt }] : [];
  });
}

/** Returns the maximum number of timestamps within any window of this length. */
export function maxWithinWindow(times: readonly number[], windowMs: number): number {
  const counts = times.map(
    (windowStart) => times.filter((at) => at >= windowStart && at < windowStart + windowMs).length,
  );
  return Math.max(0, ...counts);
}

/** Returns the time between the first and the last timestamp. */
export const spreadMs = (times: readonly number[]): number => Math.max(...times) - Math.min(...times);
