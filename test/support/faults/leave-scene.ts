import { keys } from '../../../shared/db/keys';
import { comes } from '../inbox';
import { Sequences, step } from '../automations/sequences';
import type { Service } from '../service';
import type { ServiceTable } from '../table';
import { kim } from './step-scene';

/** Kim, in some automations of a workspace: their step is due in ten minutes unless told otherwise. */
export class LeaveScene {
  answered = 0;

  private constructor(
    private readonly service: Service,
    readonly sequences: Sequences,
    private readonly ids: readonly string[],
    private readonly enrolmentIds: readonly string[],
  ) {}

  static async create(service: Service, count = 1, delay = 10): Promise<LeaveScene> {
    const sequences = await Sequences.start(service);
    const ids: string[] = [];
    for (let made = 0; made < count; made++)
      ids.push(await sequences.active({ steps: [step('One', { delay_minutes: delay })] }));
    const enrolmentIds: string[] = [];
    for (const id of ids) enrolmentIds.push((await sequences.enrol(id, kim)).id);
    return new LeaveScene(service, sequences, ids, enrolmentIds);
  }

  get id(): string {
    return this.ids[0] ?? '';
  }

  unsubscribes(): Promise<void> {
    return this.asks('POST', '/v1/suppressions', { email: kim, scope: 'marketing', reason: 'unsubscribe' });
  }

  setsStatus(status: string): Promise<void> {
    return this.asks('POST', `/v1/automations/${this.id}/status`, { status });
  }

  deletes(): Promise<void> {
    return this.asks('DELETE', `/v1/automations/${this.id}`);
  }

  async replies(): Promise<void> {
    await comes(this.sequences.actor, { from: kim, subject: 'Hello' });
    await this.service.settle();
  }

  /** Where Kim stands in each, how each counts it, and what left. */
  async state() {
    const { sequences, ids } = this;
    const stands = await Promise.all(ids.map((id) => sequences.enrolment(id, kim)));
    return {
      stands: stands.map(({ status, cancel_reason }) => ({ status, cancel_reason })),
      counts: await Promise.all(ids.map((id) => sequences.counts(id))),
      mailed: await sequences.mailed(),
    };
  }

  /** What is left of a deleted automation. */
  async remains(table: ServiceTable): Promise<unknown[]> {
    const { workspaceId: ws } = this.sequences.actor;
    const { id, enrolmentIds } = this;
    const all = [
      keys.automation(ws, id),
      keys.automationSteps(ws, id),
      keys.deletedAutomation(ws, id),
      keys.enrolment(ws, kim, id),
      ...enrolmentIds.map((enrolmentId) => keys.turn(ws, id, enrolmentId)),
      ...Array.from({ length: 8 }, (_, shard) => keys.enrolmentCounts(ws, id, shard)),
    ];
    const found = await Promise.all(all.map((key) => table.get(key)));
    return found.filter((record) => record !== undefined);
  }

  /** Who gets no answer repeats it, with the same Idempotency-Key where there can be one. */
  private async asks(method: string, path: string, body?: unknown): Promise<void> {
    const headers: Record<string, string> =
      method === 'POST' ? { 'Idempotency-Key': `${path} ${JSON.stringify(body)}` } : {};
    this.answered = (await this.sequences.actor.api(method, path, body, undefined, headers)).status;
  }
}

export const none = { active: 0, completed: 0, canceled: 0, failed: 0 };
