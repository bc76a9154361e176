import { setTimeout as sleep } from 'node:timers/promises';
import { keys } from '../../../shared/db/keys';
import { minute, step } from '../../support/automations/sequences';
import { callsOf, clockMs, orderFault } from '../../support/schedules';
import { Service } from '../../support/service';
import { ServiceTable } from '../../support/table';
import { kim, StepScene, untilDone } from '../../support/faults/step-scene';

/** Alarms are lost here, which all workspaces share: the runtime is this file’s own. */
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

/** The sweep comes every five minutes. */
const untilSweep = 6 * minute;

const twoSteps = (delay = 60) => ({ steps: [step('One'), step('Two', { delay_minutes: delay })] });

const one = `One to ${kim}`;
const two = `Two to ${kim}`;

/** As if the drain had died when it had handed the step out: its turn is still due, and is handed out again. */
async function isDueStill({ sequences, id }: StepScene): Promise<void> {
  const { id: enrolmentId } = await sequences.enrolment(id, kim);
  const dueAt = new Date(await clockMs(service)).toISOString();
  await table.change(keys.turn(sequences.actor.workspaceId, id, enrolmentId), { dueAt });
}

const callsOfSteps = (sinceMs: number) => callsOf(service, 'sendSteps', sinceMs);

const isMade = async (wanted: string, sinceMs: number): Promise<boolean> =>
  (await callsOfSteps(sinceMs)).some(({ operation }) => operation === wanted);

const runsOfSteps = async (sinceMs: number): Promise<number> =>
  new Set((await callsOfSteps(sinceMs)).map(({ request_id }) => request_id)).size;

/** Time for another message to come and go, on a machine of any speed. */
const slow = { delay_ms: 20_000, times: 1, function: 'sendSteps' };

describe('a message that comes twice', () => {
  test('and finds that the step has left sends nothing, and the next step leaves in its time', async () => {
    const scene = await StepScene.create(service, twoSteps());
    await scene.enrol(untilDone);
    await isDueStill(scene);
    const since = await clockMs(service);

    await scene.sequences.pass(untilSweep);
    const looked = await callsOfSteps(since);
    const { mailed } = await scene.state();
    await scene.sequences.pass(60 * minute);

    expect(looked.length).toBeGreaterThan(0);
    expect(mailed).toEqual([one]);
    expect((await scene.state()).mailed).toEqual([one, two]);
  });

  test('and finds that the step is being sent leaves it to the first', async () => {
    const scene = await StepScene.create(service, twoSteps());
    const since = await clockMs(service);
    // The claim is made, and the email is being stored.
    await orderFault(service, 'dynamodb BatchWriteItem', slow);
    await scene.sequences.enrol(scene.id, kim);
    while (!(await isMade('UpdateItem', since))) await sleep(20);
    await isDueStill(scene);

    // The alarm of something else has it handed out again.
    await scene.sequences.actor.schedule({ to: 'lee@example.com', scheduled_at: 'in 0 minutes' });
    while ((await runsOfSteps(since)) < 2) await sleep(20);
    const isSending = !(await isMade('SendEmail', since));
    await scene.sequences.pass(untilSweep);

    expect(isSending).toBe(true);
    expect(await scene.sequences.mailsTo(kim)).toHaveLength(1);
    expect(await scene.sequences.enrolment(scene.id, kim)).toMatchObject({ current_step: 1, attempts: 0 });
  });

  test('and late, when the person has left, sends nothing', async () => {
    const scene = await StepScene.create(service, twoSteps());
    await scene.enrol(untilDone);
    await scene.sequences.actor.unsubscribe(kim);
    await isDueStill(scene);

    await scene.sequences.pass(untilSweep);
    await scene.sequences.pass(60 * minute);

    expect(await scene.state()).toMatchObject({ mailed: [one], counts: { active: 0, canceled: 1 } });
  });
});

describe('an alarm that is lost', () => {
  const lost = { error: 'InternalServerError' };

  test('at the enrolment: the sweep finds the first step', async () => {
    const scene = await StepScene.create(service, twoSteps());
    // The activation has set an alarm too.
    await scene.sequences.pass(3 * minute);
    await orderFault(service, 'sqs SendMessageBatch', { ...lost, function: '-enroll' });

    await scene.enrol(untilDone);
    const soon = await scene.state();
    await scene.sequences.pass(untilSweep);

    expect(soon.mailed).toEqual([]);
    expect((await scene.state()).mailed).toEqual([one]);
  });

  test.each([
    [10, 'sqs SendMessageBatch'],
    [60, 'scheduler CreateSchedule'],
  ])('of a step that is due in %i minutes: the sweep finds it', async (delay, at) => {
    const scene = await StepScene.create(service, twoSteps(delay));
    await orderFault(service, at, { ...lost, function: 'sendSteps' });
    const since = await clockMs(service);
    await scene.enrol(untilDone);
    const errors = (await callsOfSteps(since)).map(({ error }) => error);
    await service.control('DELETE', '/faults');

    await scene.sequences.pass((delay - 1) * minute);
    const early = await scene.state();
    await scene.sequences.pass(minute + untilSweep);

    expect(errors).toContain('InternalServerError');
    expect(early.mailed).toEqual([one]);
    expect((await scene.state()).mailed).toEqual([one, two]);
  });
});

describe('an outcome that nobody heard', () => {
  const unheard = { error: 'InternalFailure', times: 1, function: 'sendSteps' };

  async function aSceneUnheardOf(): Promise<StepScene> {
    const scene = await StepScene.create(service, twoSteps());
    await orderFault(service, 'sesv2 SendEmail', unheard);
    await scene.enrol(untilDone);
    return scene;
  }

  test('is asked for again after ten minutes, and not before', async () => {
    const scene = await aSceneUnheardOf();

    await scene.sequences.pass(9 * minute);
    const early = await scene.state();
    await scene.sequences.pass(7 * minute);

    expect(early).toMatchObject({ mailed: [], didNotLeave: ['queued'], enrolment: { status: 'active' } });
    expect(await scene.state()).toMatchObject({
      mailed: [one],
      loggedAs: ['delivered'],
      didNotLeave: ['failed'],
      enrolment: { status: 'active', current_step: 1, attempts: 0, last_error: null },
    });
  });

  test('is not asked for again where the person has left meanwhile', async () => {
    const scene = await aSceneUnheardOf();

    await scene.sequences.actor.unsubscribe(kim);
    await scene.sequences.pass(16 * minute);

    expect(await scene.state()).toMatchObject({ mailed: [], counts: { active: 0, canceled: 1 } });
  });

  describe('of a mail that left', () => {
    /** The worker dies when the provider has it, and what the provider says of it is not recorded for so long. */
    async function saidAfter(ms: number): Promise<StepScene> {
      const scene = await StepScene.create(service, twoSteps());
      await orderFault(service, 'sesv2 SendEmail', { crash: 'after', times: 1, function: 'sendSteps' });
      await orderFault(service, 'dynamodb BatchGetItem', {
        error: 'InternalServerError',
        function: 'recordEmailEvents',
      });
      await scene.enrol(ms);
      await service.control('DELETE', '/faults');
      return scene;
    }

    const finallySaid = async ({ sequences }: StepScene) => {
      await sequences.pass(30 * minute);
      return (await sequences.actor.outbox()).map(({ at }) => Date.parse(at));
    };

    test('is heard of within ten minutes: it is not sent again, and the next step counts from it', async () => {
      const scene = await saidAfter(5 * minute);

      const times = await finallySaid(scene);

      expect(times).toHaveLength(1);
      const { next_due_at, current_step } = await scene.sequences.enrolment(scene.id, kim);
      expect(current_step).toBe(1);
      expect(Math.abs(Date.parse(next_due_at) - (times[0] ?? 0) - 60 * minute)).toBeLessThan(10_000);
    });

    test('is heard of too late: it is sent once more, after ten minutes, and the sequence goes on once', async () => {
      const scene = await saidAfter(16 * minute);

      const [first = 0, second = 0, ...others] = await finallySaid(scene);

      expect(others).toEqual([]);
      expect(second - first).toBeGreaterThan(10 * minute);
      await scene.sequences.pass(60 * minute);
      expect((await scene.sequences.mailed()).filter((mail) => mail === two)).toEqual([two]);
      expect(await scene.sequences.counts(scene.id)).toMatchObject({ active: 0, completed: 1 });
    });
  });
});
