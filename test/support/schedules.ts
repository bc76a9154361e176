import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { anActor, type Actor, type Mailed } from './actor';
import type { CallRow, Service } from './service';

/** An actor whose mail is due in a minute unless told otherwise, in one or in both risk classes. */
export const aScheduler = (service: Service, options: Record<string, unknown> = {}): Promise<Actor> =>
  anActor(service, { marketing: true, mail: { scheduled_at: 'in 1 minute' }, ...options });

/** What the service's clock says, in ms. */
export async function clockMs(service: Service): Promise<number> {
  return Date.parse(await service.now());
}

/** Moves the clock as far as asked, however often that has to be asked for. */
export async function advanceTo(service: Service, instantMs: number): Promise<void> {
  let reached = await clockMs(service);
  while (reached < instantMs) {
    const { now } = await service.control('POST', '/clock', { set: new Date(instantMs).toISOString() });
    reached = Date.parse(now);
  }
}

/** The calls that a worker made since then. */
export async function callsOf(service: Service, worker: string, sinceMs: number): Promise<CallRow[]> {
  const calls = await service.calls(new Date(sinceMs).toISOString());
  return calls.filter((row) => row.function.endsWith(`-${worker}`));
}

/** Something happens to an AWS call: `at` is service and operation. */
export async function orderFault(
  service: Service,
  at: string,
  fault: Record<string, unknown>,
): Promise<void> {
  const [awsService, operation] = at.split(' ');
  await service.control('POST', '/faults', { service: awsService, operation, ...fault });
}

interface QueuedWork {
  workspaceId: string;
  id: string;
}

interface Planned {
  id: string;
  at: number;
}

/**
 * When the drain meant each mail of the workspace to leave, in ms: the first time at which its message may be
 * received. A machine that is too slow to keep to it does not show here.
 */
export const plannedTimes = (service: Service, sender: Actor): number[] =>
  planned(service, sender).map(({ at }) => at);

/** The mails that left before the drain meant them to: before the first of their messages could be received. */
export function tooSoon(service: Service, sender: Actor, mails: readonly Mailed[]): Mailed[] {
  const messages = planned(service, sender);
  const firstOf = (email: string) =>
    Math.min(...messages.flatMap(({ id, at }) => (id === email ? [at] : [])));
  return mails.filter(({ message_id, at }) => Date.parse(at) < firstOf(message_id));
}

function planned({ dataDir }: Service, { workspaceId }: Actor): Planned[] {
  const lines = readFileSync(join(dataDir, 'sqs/sqs-messages.jsonl'), 'utf8').split('\n').filter(Boolean);
  return lines.flatMap((line) => {
    const [, message] = JSON.parse(line) as [string, { body: string; visibleAt: number }?];
    if (!message?.body.startsWith('{"job":"sendEmail"')) return [];
    const work = JSON.parse(message.body) as QueuedWork;
    return work.workspaceId === workspaceId ? [{ id: work.id, at: message.visibleAt }] : [];
  });
}

/** The most of these times that fall into any window of this length. */
export function mostWithin(times: readonly number[], windowMs: number): number {
  const counts = times.map((from) => times.filter((at) => at >= from && at < from + windowMs).length);
  return Math.max(0, ...counts);
}

/** From the first of these times to the last. */
export const spreadMs = (times: readonly number[]): number => Math.max(...times) - Math.min(...times);
