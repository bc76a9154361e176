import { Sequences } from '../automations/sequences';
import type { Service } from '../service';

export const kim = 'kim@example.com';

/** What is due now is done by then. */
export const untilDone = 2_000;

/** An automation of a workspace that has no other, and Kim. */
export class StepScene {
  /** What was seen of it so far. */
  readonly looks: Awaited<ReturnType<StepScene['state']>>[] = [];

  private constructor(
    readonly sequences: Sequences,
    readonly id: string,
  ) {}

  static async create(service: Service, fields: Record<string, unknown>): Promise<StepScene> {
    const sequences = await Sequences.start(service);
    return new StepScene(sequences, await sequences.active(fields));
  }

  /** Enrols Kim; so much later the first step has left, or not. */
  async enrol(passesMs: number): Promise<void> {
    await this.sequences.enrol(this.id, kim);
    await this.sequences.pass(passesMs);
  }

  async look(): Promise<void> {
    this.looks.push(await this.state());
  }

  /** What left, what the log says of it and of what did not leave, and where Kim stands. */
  async state() {
    const { sequences, id } = this;
    const left = (await sequences.actor.outbox()).map(({ message_id }) => message_id);
    const log = (await sequences.actor.log()).toReversed();
    const { status, current_step, attempts, last_error } = await sequences.enrolment(id, kim);
    return {
      mailed: await sequences.mailed(),
      loggedAs: left.map((id) => String(log.find((email) => email.id === id)?.status)),
      didNotLeave: log.filter((email) => !left.includes(email.id)).map((email) => String(email.status)),
      enrolment: { status, current_step, attempts, last_error },
      counts: await sequences.counts(id),
    };
  }
}
