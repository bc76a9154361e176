import { Automations } from '../automations/automations';
import type { Service } from '../service';

export const kim = 'kim@example.com';

/** Enough time to complete the work that is due now. */
export const completionWaitMs = 2_000;

/** A workspace with one automation, in which Kim is enrolled. */
export class StepScenario {
  /** The states recorded during the scenario. */
  readonly recordedStates: Awaited<ReturnType<StepScenario['state']>>[] = [];

  private constructor(
    readonly automations: Automations,
    readonly id: string,
  ) {}

  static async create(service: Service, fields: Record<string, unknown>): Promise<StepScenario> {
    const automations = await Automations.create(service);
    return new StepScenario(automations, await automations.createActive(fields));
  }

  /** Enrolls Kim and moves the clock by `advanceMs`, which determines whether the first step is sent. */
  async enroll(advanceMs: number): Promise<void> {
    await this.automations.enroll(this.id, kim);
    await this.automations.advanceAndSettle(advanceMs);
  }

  async recordState(): Promise<void> {
    this.recordedStates.push(await this.state());
  }

  /** Returns the sent emails, the log statuses of sent and unsent emails, and Kim's enrollment. */
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
