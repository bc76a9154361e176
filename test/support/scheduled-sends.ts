import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestWorkspace, type TestWorkspace, type OutboxMail } from './test-workspace';
import type { CallRow, Service } from './service';

/** An actor whose mail is due in a minute unless told otherwise, in one or in both risk classes. */
export const createSchedulingWorkspace = (
  service: Service,
  options: Record<string, unknown> = {},
): Promise<TestWorkspace> =>
  createTestWorkspace(service, { marketing: true, mail: { scheduled_at: 'in 1 minute' }, ...options });

/** What the service's clock says, in ms. */
export async function readClockMs(service: Service): Promise<number> {
  return Date.parse(await service.now());
}

/** Moves the clock as far as asked, however often that has to be asked for. */
export async function advanceClockTo(service: Service, targetMs: number): Promise<void> {
  let currentMs = await readClockMs(service);
  while (currentMs < targetMs) {
    const { now } = await service.control('POST', '/clock', { set: new Date(targetMs).toISOString() });
    currentMs = Date.parse(now);
  }
}

/** The calls that a worker made since then. */
export async function listWorkerCalls(service: Service, worker: string, sinceMs: number): Promise<CallRow[]> {
  const calls = await service.calls(new Date(sinceMs).toISOString());
  return calls.filter((row) => row.function.endsWith(`-${worker}`));
}

/** Something happens to an AWS call: `at` is service and operation. */
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
 * When the drain meant each mail of the workspace to leave, in ms: the first time at which its message may be
 * received. A machine that is too slow to keep to it does not show here.
 */
export const plannedSendTimes = (service: Service, workspace: TestWorkspace): number[] =>
  listPlannedSends(service, workspace).map(({ at }) => at);

/** The mails that left before the drain meant them to: before the first of their messages could be received. */
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

/** The most of these times that fall into any window of this length. */
export function maxWithinWindow(times: readonly number[], windowMs: number): number {
  const counts = times.map(
    (windowStart) => times.filter((at) => at >= windowStart && at < windowStart + windowMs).length,
  );
  return Math.max(0, ...counts);
}

/** From the first of these times to the last. */
export const spreadMs = (times: readonly number[]): number => Math.max(...times) - Math.min(...times);
