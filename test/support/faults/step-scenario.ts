import { Automations } from '../automations/automations';
import type { Service } from '../service';

export const kim = 'kim@example.com';

/** What is due now is done by then. */
export const completionWaitMs = 2_000;

/** An automation of a workspace that has no other, and Kim. */
export class StepScenario {
  /** What was seen of it so far. */
  readonly recordedStates: Awaited<ReturnType<StepScenario['state']>>[] = [];

  private constructor(
    readonly automations: Automations,
    readonly id: string,
  ) {}

  static async create(service: Service, fields: Record<string, unknown>): Promise<StepScenario> {
    const automations = await Automations.create(service);
    return new StepScenario(automations, await automations.createActive(fields));
  }

  /** Enrols Kim; so much later the first step has left, or not. */
  async enroll(advanceMs: number): Promise<void> {
    await this.automations.enroll(this.id, kim);
    await this.automations.advanceAndSettle(advanceMs);
  }

  async recordState(): Promise<void> {
    this.recordedStates.push(await this.state());
  }

  /** What left, what the log says of it and of what did not leave, and where Kim stands. */
  async state() {
    const { automations, id } = this;
    const sentIds = (await automations.workspace.outbox()).map(({ message_id }) => message_id);
    const log = (await automations.workspace.listEmails()).toReversed();
    const { status, current_step, attempts, last_error } = await automations.getEnrollment(id, kim);
    return {
      mailed: await automations.listMailed(),
      sentStatuses: sentIds.map((id) => String(log.find((email) => email.id === id)?.status)),
      unsentStatuses: log.filter((email) => !sentIds.includes(email.id)).map((email) => String(email.status)),
      enrollment: { status, current_step, attempts, last_error },
      counts: await automations.getCounts(id),
    };
  }
}
