import { sendAll } from './send-all';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aDomain, anEmail, aWorkspace } from './factories';
import type { Answer, CallRow, Service } from './service';

/** A mail as the outbox shows it. */
export interface Mailed {
  message_id: string;
  to: string[];
  cc: string[];
  bcc: string[];
  at: string;
}

interface Domains {
  transactional: { id: string; domain: string };
  marketing: { id: string; domain: string };
}

/** A workspace of its own that schedules mail, in one or in both risk classes. */
export class Schedules {
  private constructor(
    private readonly service: Service,
    readonly workspaceId: string,
    readonly key: string,
    readonly domains: Domains,
  ) {}

  static async create(
    service: Service,
    { warmup = false, ...settings }: { warmup?: boolean } & Record<string, unknown> = {},
  ): Promise<Schedules> {
    const { id, key } = await aWorkspace(service, { postal_address: '1 Main Street', ...settings });
    const [transactional, marketing] = await Promise.all([
      aDomain(service, id),
      aDomain(service, id, { risk_class: 'marketing', warmup }),
    ]);
    return new Schedules(service, id, key, { transactional, marketing });
  }

  /** The same workspace, on a service that was started again. */
  on(service: Service): Schedules {
    return new Schedules(service, this.workspaceId, this.key, this.domains);
  }

  /** A send request of this workspace, due in a minute unless told otherwise. */
  request(overrides: Record<string, unknown> = {}): Record<string, unknown> {
    const riskClass = overrides['risk_class'] === 'marketing' ? 'marketing' : 'transactional';
    const from = `desk@${this.domains[riskClass].domain}`;
    return anEmail({ from, scheduled_at: 'in 1 minute', ...overrides });
  }

  post(overrides: Record<string, unknown> = {}, headers: Record<string, string> = {}): Promise<Answer> {
    return this.api('POST', '/v1/emails', this.request(overrides), headers);
  }

  /** Schedules an email and returns its id. */
  async schedule(overrides: Record<string, unknown> = {}): Promise<string> {
    return this.accepted(await this.post(overrides));
  }

  /** Schedules many, one batch after the other; returns their ids. Those to many recipients want smaller batches. */
  async scheduleMany(entries: readonly Record<string, unknown>[], batchSize = 100): Promise<string[]> {
    const send = (batch: readonly Record<string, unknown>[]) => this.api('POST', '/v1/emails/batch', batch);
    return sendAll(
      send,
      entries.map((entry) => this.request(entry)),
      batchSize,
    );
  }

  async email(id: string): Promise<Answer['body']> {
    return (await this.api('GET', `/v1/emails/${id}`)).body;
  }

  async status(id: string): Promise<string> {
    return (await this.email(id)).status;
  }

  cancel(id: string): Promise<Answer> {
    return this.api('DELETE', `/v1/emails/${id}`);
  }

  /** Changes the workspace, as its operator would. */
  async change(settings: Record<string, unknown>): Promise<void> {
    await this.service.control('PATCH', `/workspaces/${this.workspaceId}`, settings);
  }

  /** The address does not want marketing mail any more. */
  async unsubscribe(email: string): Promise<void> {
    const body = { email, scope: 'marketing', reason: 'unsubscribe' };
    const { status } = await this.api('POST', '/v1/suppressions', body);
    if (status >= 300) throw new Error(`Not unsubscribed: ${status}`);
  }

  /** What the provider got of this workspace, oldest first. */
  async outbox(): Promise<Mailed[]> {
    const mails = await this.service.outbox(`?workspace_id=${this.workspaceId}`);
    return (mails as unknown as Mailed[]).reverse();
  }

  /** What the provider got of this email. */
  async mailsOf(id: string): Promise<Mailed[]> {
    return (await this.outbox()).filter(({ message_id }) => message_id === id);
  }

  /** The whole log: status by id. */
  async log(): Promise<Map<string, string>> {
    const log = new Map<string, string>();
    let cursor: string | null = '';
    while (cursor !== null) {
      const { body }: Answer = await this.api('GET', `/v1/emails?limit=100&cursor=${cursor}`);
      for (const { id, status } of body.data) log.set(id, status);
      cursor = body.next_cursor;
    }
    return log;
  }

  async emailsUsed(): Promise<number> {
    return (await this.api('GET', '/v1/usage')).body.emails_used;
  }

  api(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.service.api(method, path, { key: this.key, headers, ...(body !== undefined && { body }) });
  }

  private accepted({ status, body }: Answer): string {
    if (status !== 202) throw new Error(`Not scheduled: ${status} ${JSON.stringify(body)}`);
    return body.id;
  }
}

/** What the service's clock says, in ms. */
export async function clockMs(service: Service): Promise<number> {
  return Date.parse((await service.control('GET', '/clock')).now);
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
export const plannedTimes = (service: Service, sender: Schedules): number[] =>
  planned(service, sender).map(({ at }) => at);

/** The mails that left before the drain meant them to: before the first of their messages could be received. */
export function tooSoon(service: Service, sender: Schedules, mails: readonly Mailed[]): Mailed[] {
  const messages = planned(service, sender);
  const firstOf = (email: string) =>
    Math.min(...messages.flatMap(({ id, at }) => (id === email ? [at] : [])));
  return mails.filter(({ message_id, at }) => Date.parse(at) < firstOf(message_id));
}

function planned({ dataDir }: Service, { workspaceId }: Schedules): Planned[] {
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
