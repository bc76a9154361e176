import { setTimeout as sleep } from 'node:timers/promises';
import { keys } from '../../../shared/db/keys';
import { minuteMs, step } from '../../support/automations/automations';
import { listWorkerCalls, readClockMs, injectFault } from '../../support/scheduled-sends';
import { Service } from '../../support/service';
import { ServiceTable } from '../../support/table';
import { kim, StepScenario, completionWaitMs } from '../../support/faults/step-scenario';

/** These tests lose wakeups, which affects all workspaces, so this file has its own runtime. */
let service: Service;
let table: ServiceTable;

beforeAll(async () => {
  service = await Service.start();
  table = await ServiceTable.open(service);
});

afterEach(() => service.control('DELETE', '/faults'));

afterAll(async () => {
  table.close();
  await service.stop();
});

/** Longer than the five minutes between sweeps. */
const sweepWaitMs = 6 * minuteMs;

const twoSteps = (delay = 60) => ({ steps: [step('One'), step('Two', { delay_minutes: delay })] });

const firstStepMail = `One to ${kim}`;
const secondStepMail = `Two to ${kim}`;

/** Makes the step due again, as if the drain had died after it enqueued the step. */
async function makeDueAgain({ automations, id }: StepScenario): Promise<void> {
  const { id: enrollmentId } = await automations.getEnrollment(id, kim);
  const dueAt = new Date(await readClockMs(service)).toISOString();
  await table.update(keys.scheduleEntry(automations.workspace.workspaceId, id, enrollmentId), { dueAt });
}

const listStepCalls = (sinceMs: number) => listWorkerCalls(service, 'sendSteps', sinceMs);

const hasCalled = async (operationName: string, sinceMs: number): Promise<boolean> =>
  (await listStepCalls(sinceMs)).some(({ operation }) => operation === operationName);

const countStepInvocations = async (sinceMs: number): Promise<number> =>
  new Set((await listStepCalls(sinceMs)).map(({ request_id }) => request_id)).size;

/** A call delay that is long enough to receive and delete another message, even on a slow machine. */
const slowCall = { delay_ms: 20_000, times: 1, function: 'sendSteps' };

describe('a queue message that is delivered twice', () => {
  test('for a sent step sends nothing and does not delay the next step', async () => {
    const scenario = await StepScenario.create(service, twoSteps());
    await scenario.enroll(completionWaitMs);
    await makeDueAgain(scenario);
    const since = await readClockMs(service);

    await scenario.automations.advanceAndSettle(sweepWaitMs);
    const callsAfterSweep = await listStepCalls(since);
    const { mailed } = await scenario.state();
    await scenario.automations.advanceAndSettle(60 * minuteMs);

    expect(callsAfterSweep.length).toBeGreaterThan(0);
    expect(mailed).toEqual([firstStepMail]);
    expect((await scenario.state()).mailed).toEqual([firstStepMail, secondStepMail]);
  });

  test('does not send the step twice if it arrives while a worker sends the step', async () => {
    const scenario = await StepScenario.create(service, twoSteps());
    const since = await readClockMs(service);
    // The worker has claimed the step and is storing the email.
    await injectFault(service, 'dynamodb BatchWriteItem', slowCall);
    await scenario.automations.enroll(scenario.id, kim);
    while (!(await hasCalled('UpdateItem', since))) await sleep(20);
    await makeDueAgain(scenario);

    // The wakeup of an unrelated email runs the drain, which enqueues the step again.
    await scenario.automations.workspace.schedule({ to: 'lee@example.com', scheduled_at: 'in 0 minutes' });
    while ((await countStepInvocations(since)) < 2) await sleep(20);
    const isSending = !(await hasCalled('SendEmail', since));
    await scenario.automations.advanceAndSettle(sweepWaitMs);

    expect(isSending).toBe(true);
    expect(await scenario.automations.mailsTo(kim)).toHaveLength(1);
    expect(await scenario.automations.getEnrollment(scenario.id, kim)).toMatchObject({
      current_step: 1,
      attempts: 0,
    });
  });

  test('sends nothing if the enrollment was canceled', async () => {
    const scenario = await StepScenario.create(service, twoSteps());
    await scenario.enroll(completionWaitMs);
    await scenario.automations.workspace.unsubscribe(kim);
    await makeDueAgain(scenario);

    await scenario.automations.advanceAndSettle(sweepWaitMs);
    await scenario.automations.advanceAndSettle(60 * minuteMs);

    expect(await scenario.state()).toMatchObject({
      mailed: [firstStepMail],
      counts: { active: 0, canceled: 1 },
    });
  });
});

describe('a lost wakeup', () => {
  const lostWakeup = { error: 'InternalServerError' };

  test('of an enrollment does not prevent the first step, which the sweep finds', async () => {
    const scenario = await StepScenario.create(service, twoSteps());
    // The activation has also scheduled a wakeup.
    await scenario.automations.advanceAndSettle(3 * minuteMs);
    await injectFault(service, 'sqs SendMessageBatch', { ...lostWakeup, function: '-enroll' });

    await scenario.enroll(completionWaitMs);
    const stateBeforeSweep = await scenario.state();
    await scenario.automations.advanceAndSettle(sweepWaitMs);

    expect(stateBeforeSweep.mailed).toEqual([]);
    expect((await scenario.state()).mailed).toEqual([firstStepMail]);
  });

  test.each([
    [10, 'sqs SendMessageBatch'],
    [60, 'scheduler CreateSchedule'],
  ])(
    'of a step that is due in %i minutes does not prevent the step, which the sweep finds',
    async (delay, at) => {
      const scenario = await StepScenario.create(service, twoSteps(delay));
      await injectFault(service, at, { ...lostWakeup, function: 'sendSteps' });
      const since = await readClockMs(service);
      await scenario.enroll(completionWaitMs);
      const errors = (await listStepCalls(since)).map(({ error }) => error);
      await service.control('DELETE', '/faults');

      await scenario.automations.advanceAndSettle((delay - 1) * minuteMs);
      const earlyState = await scenario.state();
      await scenario.automations.advanceAndSettle(minuteMs + sweepWaitMs);

      expect(errors).toContain('InternalServerError');
      expect(earlyState.mailed).toEqual([firstStepMail]);
      expect((await scenario.state()).mailed).toEqual([firstStepMail, secondStepMail]);
    },
  );
});

describe('a step with an unknown outcome', () => {
  const unknownOutcome = { error: 'InternalFailure', times: 1, function: 'sendSteps' };

  async function createWithUnknownOutcome(): Promise<StepScenario> {
    const scenario = await StepScenario.create(service, twoSteps());
    await injectFault(service, 'sesv2 SendEmail', unknownOutcome);
    await scenario.enroll(completionWaitMs);
    return scenario;
  }

  test('is retried after ten minutes and not earlier', async () => {
    const scenario = await createWithUnknownOutcome();

    await scenario.automations.advanceAndSettle(9 * minuteMs);
    const earlyState = await scenario.state();
    await scenario.automations.advanceAndSettle(7 * minuteMs);

    expect(earlyState).toMatchObject({
      mailed: [],
      unsentStatuses: ['queued'],
      enrollment: { status: 'active' },
    });
    expect(await scenario.state()).toMatchObject({
      mailed: [firstStepMail],
      sentStatuses: ['delivered'],
      unsentStatuses: ['failed'],
      enrollment: { status: 'active', current_step: 1, attempts: 0, last_error: null },
    });
  });

  test('is not retried if the enrollment was canceled in the meantime', async () => {
    const scenario = await createWithUnknownOutcome();

    await scenario.automations.workspace.unsubscribe(kim);
    await scenario.automations.advanceAndSettle(16 * minuteMs);

    expect(await scenario.state()).toMatchObject({ mailed: [], counts: { active: 0, canceled: 1 } });
  });

  describe('whose email was sent', () => {
    /** Kills the worker after SES accepted the email, and delays the recording of the SES events by `ms`. */
    async function createWithEventAfter(ms: number): Promise<StepScenario> {
      const scenario = await StepScenario.create(service, twoSteps());
      await injectFault(service, 'sesv2 SendEmail', { crash: 'after', times: 1, function: 'sendSteps' });
      await injectFault(service, 'dynamodb BatchGetItem', {
        error: 'InternalServerError',
        function: 'recordEmailEvents',
      });
      await scenario.enroll(ms);
      await service.control('DELETE', '/faults');
      return scenario;
    }

    const listSendTimes = async ({ automations }: StepScenario) => {
      await automations.advanceAndSettle(30 * minuteMs);
      return (await automations.workspace.outbox()).map(({ at }) => Date.parse(at));
    };

    test('whose Send event arrives within ten minutes is not sent again, and the delay of the next step starts at the event', async () => {
      const scenario = await createWithEventAfter(5 * minuteMs);

      const times = await listSendTimes(scenario);

      expect(times).toHaveLength(1);
      const { next_due_at, current_step } = await scenario.automations.getEnrollment(scenario.id, kim);
      expect(current_step).toBe(1);
      expect(Math.abs(Date.parse(next_due_at) - (times[0] ?? 0) - 60 * minuteMs)).toBeLessThan(10_000);
    });

    // AT-39
    test('whose Send event arrives too late is sent again after ten minutes, and the enrollment continues once', async () => {
      const scenario = await createWithEventAfter(16 * minuteMs);

      const [first = 0, second = 0, ...others] = await listSendTimes(scenario);

      expect(others).toEqual([]);
      expect(second - first).toBeGreaterThan(10 * minuteMs);
      await scenario.automations.advanceAndSettle(60 * minuteMs);
      expect((await scenario.automations.listMailed()).filter((mail) => mail === secondStepMail)).toEqual([
        secondStepMail,
      ]);
      expect(await scenario.automations.getCounts(scenario.id)).toMatchObject({ active: 0, completed: 1 });
    });
  });
});
