import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Clock } from '../../clock/clock';
import { DueHeap } from '../../clock/due-heap';
import { NextDueTimer } from '../../clock/next-due-timer';
import { DurableMap } from '../../machine/durable-map';
import type { ScheduleSpec } from '../../template/deployment';
import { AwsError } from '../stand-in';
import { type Definition, definitionOf } from './definition';
import { type ScheduleExpression, nextFireAt, parseScheduleExpression } from './schedule-expression';
import { type Targets, renderInput } from './targets';

export interface Schedule {
  definition: Definition;
  createdAt: number;
  modifiedAt: number;
  /** Undefined after a one-time schedule has fired and while the schedule is disabled. */
  dueAt: number | undefined;
  /** The number of attempts to call the target of a one-time schedule. */
  attempts: number;
}

export interface SchedulesOptions {
  region: string;
  accountId: string;
  specs: ScheduleSpec[];
  groups: string[];
  targets: Targets;
  clock: Clock;
  dataDir: string;
}

/** On AWS, a schedule fires at any second of the minute that begins at the scheduled time. */
const jitterMsMax = 60_000;

/** The seed is fixed, so that the delays are the same in each run. */
const jitterSeed = 'carrier nest';

/** AWS retries for a day with backoff. The runtime retries a one-time schedule once, if its policy allows retries. */
const retryAfterMs = 60_000;
const retriesMax = 1;

/** The schedules. Each start resets the schedules of the template. Schedules created through the API are on disk. */
export class Schedules {
  private readonly byKey = new Map<string, Schedule>();
  private readonly onDisk: DurableMap<Schedule>;
  private readonly fromTemplate = new Set<string>();
  private readonly due = { once: new DueHeap(), recurring: new DueHeap() };
  private readonly timers: Record<Recurrence, NextDueTimer>;
  private runningNow = 0;
  private recurringFired = 0;
  private isClosed = false;

  constructor(private readonly options: SchedulesOptions) {
    this.timers = {
      once: new NextDueTimer(options.clock, () => this.fireDue('once')),
      recurring: new NextDueTimer(options.clock, () => this.fireDue('recurring'), { recurs: true }),
    };
    this.onDisk = new DurableMap(join(options.dataDir, 'schedules.jsonl'));
    for (const schedule of this.onDisk.values()) this.track(schedule);
    for (const spec of options.specs) this.addFromTemplate(definitionOf(spec));
    this.arm();
  }

  arn({ GroupName, Name }: Pick<Definition, 'GroupName' | 'Name'>): string {
    const { region, accountId } = this.options;
    return `arn:aws:scheduler:${region}:${accountId}:schedule/${GroupName}/${Name}`;
  }

  /**
   * A repeated call with the same client token has no effect, because the SDK repeats a call whose response was lost.
   */
  create(definition: Definition): void {
    this.refuseUnknownGroup(definition.GroupName);
    const existing = this.byKey.get(keyOf(definition));
    if (existing && isSameRequest(existing.definition, definition)) return;
    if (existing) throw new AwsError('ConflictException', `Schedule ${definition.Name} already exists.`, 409);
    this.save(this.newSchedule(definition, this.options.clock.now()));
  }

  update(definition: Definition): void {
    const { createdAt } = this.get(definition.GroupName, definition.Name);
    this.save(this.newSchedule(definition, createdAt));
  }

  delete(groupName: string, name: string): void {
    this.remove(this.get(groupName, name));
  }

  get(groupName: string, name: string): Schedule {
    this.refuseUnknownGroup(groupName);
    const schedule = this.byKey.get(keyOf({ GroupName: groupName, Name: name }));
    if (!schedule) throw notFound(`Schedule ${name} does not exist.`);
    return schedule;
  }

  /** All schedules, sorted by group and name. */
  list(): Schedule[] {
    const keys = [...this.byKey.keys()].sort();
    return keys.flatMap((key) => this.byKey.get(key) ?? []);
  }

  /**
   * The number of one-time schedules that have not fired. Recurring schedules are not counted, because they always
   * wait.
   */
  waitingCount(): number {
    return this.due.once.size;
  }

  runningCount(): number {
    return this.runningNow;
  }

  recurringFiredCount(): number {
    return this.recurringFired;
  }

  close(): void {
    this.isClosed = true;
    for (const recurrence of recurrences) this.timers[recurrence].set(undefined);
    this.onDisk.close();
  }

  private addFromTemplate(definition: Definition): void {
    this.fromTemplate.add(keyOf(definition));
    const now = this.options.clock.now();
    const schedule = this.newSchedule(definition, now);
    // If the time of a one-time schedule has passed, the schedule fired in an earlier run.
    const hasPassed = expressionOf(definition).kind === 'at' && (schedule.dueAt ?? now) < now;
    this.track(hasPassed ? { ...schedule, dueAt: undefined } : schedule);
  }

  private newSchedule(definition: Definition, createdAt: number): Schedule {
    const now = this.options.clock.now();
    const dueAt = definition.State === 'ENABLED' ? firstFireAt(definition, now) : undefined;
    return { definition, createdAt, modifiedAt: now, dueAt, attempts: 0 };
  }

  private save(schedule: Schedule): void {
    const key = keyOf(schedule.definition);
    if (!this.fromTemplate.has(key)) this.onDisk.set(key, schedule);
    this.track(schedule);
    this.arm();
  }

  private track(schedule: Schedule): void {
    const key = keyOf(schedule.definition);
    this.byKey.set(key, schedule);
    for (const recurrence of recurrences) this.due[recurrence].remove(key);
    if (schedule.dueAt !== undefined) this.due[recurrenceOf(schedule)].put(key, schedule.dueAt);
  }

  private remove({ definition }: Schedule): void {
    const key = keyOf(definition);
    this.byKey.delete(key);
    for (const recurrence of recurrences) this.due[recurrence].remove(key);
    this.onDisk.delete(key);
    this.arm();
  }

  private arm(): void {
    for (const recurrence of recurrences) this.timers[recurrence].set(this.due[recurrence].nextDueAt());
  }

  private fireDue(recurrence: Recurrence): void {
    const now = this.options.clock.now();
    const due = this.due[recurrence];
    for (let next = due.popDue(now); next; next = due.popDue(now)) {
      const schedule = this.byKey.get(next.id);
      if (schedule) this.fire(schedule, next.dueAt);
    }
    this.arm();
  }

  private fire(schedule: Schedule, dueAt: number): void {
    const { definition } = schedule;
    const expression = expressionOf(definition);
    if (expression.kind === 'at') {
      // The schedule stays on disk until its target has run. If the runtime is killed earlier, the schedule fires
      // again.
      void this.run(schedule, expression.instant).then((wasAccepted) => this.finish(schedule, wasAccepted));
      return;
    }
    this.recurringFired += 1;
    this.save({ ...schedule, dueAt: nextFireAfter(expression, dueAt, this.options.clock.now()) });
    void this.run(schedule, dueAt);
  }

  private async run({ definition, attempts }: Schedule, scheduledAt: number): Promise<boolean> {
    const scheduleArn = this.arn(definition);
    const firing = { scheduleArn, scheduledAt, executionId: randomUUID(), attempt: attempts + 1 };
    this.runningNow += 1;
    try {
      return await this.options.targets.deliver(
        definition.Target,
        renderInput(definition.Target.Input, firing),
      );
    } finally {
      this.runningNow -= 1;
    }
  }

  private finish(schedule: Schedule, wasAccepted: boolean): void {
    const wasReplaced = this.byKey.get(keyOf(schedule.definition)) !== schedule;
    if (this.isClosed || wasReplaced) return;

    const { Target, ActionAfterCompletion } = schedule.definition;
    const retries = Math.min(retriesMax, Target.RetryPolicy?.MaximumRetryAttempts ?? 0);
    const attempts = schedule.attempts + 1;
    if (!wasAccepted && attempts <= retries) {
      this.save({ ...schedule, attempts, dueAt: this.options.clock.now() + retryAfterMs });
    } else if (ActionAfterCompletion === 'DELETE') this.remove(schedule);
    else this.save({ ...schedule, attempts, dueAt: undefined });
  }

  private refuseUnknownGroup(groupName: string): void {
    if (groupName === 'default' || this.options.groups.includes(groupName)) return;
    throw notFound(`Schedule group ${groupName} does not exist.`);
  }
}

/** Delays a one-time schedule by less than a minute. Recurring schedules fire on time. */
function firstFireAt(definition: Definition, now: number): number | undefined {
  const expression = expressionOf(definition);
  return expression.kind === 'at' ? expression.instant + jitterMs(definition) : nextFireAt(expression, now);
}

const jitterMs = (definition: Definition): number =>
  createHash('sha256')
    .update(`${jitterSeed}/${keyOf(definition)}`)
    .digest()
    .readUInt32BE() % jitterMsMax;

const recurrences = ['once', 'recurring'] as const;

type Recurrence = (typeof recurrences)[number];

const recurrenceOf = ({ definition }: Schedule): Recurrence =>
  expressionOf(definition).kind === 'at' ? 'once' : 'recurring';

function keyOf({ GroupName, Name }: Pick<Definition, 'GroupName' | 'Name'>): string {
  return `${GroupName}/${Name}`;
}

function isSameRequest(earlier: Definition, later: Definition): boolean {
  return earlier.ClientToken !== undefined && earlier.ClientToken === later.ClientToken;
}

function expressionOf({ Name, ScheduleExpression: text }: Definition): ScheduleExpression {
  const expression = parseScheduleExpression(text);
  if (!expression) throw new Error(`The schedule ${Name} has the invalid expression ${text}`);
  return expression;
}

/** A schedule that missed several times, for example while the machine slept, fires once for all missed times. */
function nextFireAfter(expression: ScheduleExpression, dueAt: number, now: number): number | undefined {
  const next = nextFireAt(expression, dueAt);
  return next !== undefined && next <= now ? nextFireAt(expression, now) : next;
}

function notFound(message: string): AwsError {
  return new AwsError('ResourceNotFoundException', message, 404);
}
