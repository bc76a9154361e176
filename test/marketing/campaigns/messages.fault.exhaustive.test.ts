import { restartWithMessagesAgain } from '../../support/campaigns/again';
import { minute } from '../../support/campaigns/campaigns';
import { callsOf, clockMs, orderFault } from '../../support/schedules';
import { Service } from '../../support/service';
import { ServiceTable } from '../../support/table';
import { until } from '../../support/until';
import { CampaignScene, everybodyOnce, mailedCount } from '../../support/faults/campaign-scene';

/** The runtime is killed here, and messages come again: it is this file’s own. */
let service: Service;
let table: ServiceTable;

beforeAll(async () => {
  service = await Service.start();
  await begin();
});

afterEach(() => service.control('DELETE', '/faults'));

afterAll(async () => {
  table.close();
  await service.stop();
});

async function begin(): Promise<void> {
  table = await ServiceTable.open(service);
  await service.control('PATCH', '/settings', { max_send_rate: 500, auto_delivery: false });
}

/** Every message about campaigns comes four times more, at once, on the machine that was off for a moment. */
async function messagesComeAgain(scene: CampaignScene): Promise<CampaignScene> {
  table.close();
  service = await restartWithMessagesAgain(service, 4);
  await begin();
  return scene.on(service, table);
}

const untilDone = 20_000;

/** An outcome is open for ten minutes; then comes the next sweep. */
const untilTriedAgain = 25 * minute;

const handOver = (fault: Record<string, unknown>) =>
  orderFault(service, 'sesv2 SendEmail', { function: '-sendSlices', ...fault });

const mailsSince = async (sinceMs: number): Promise<number> =>
  (await callsOf(service, 'sendSlices', sinceMs)).filter(({ operation }) => operation === 'SendEmail').length;

/** A campaign that the provider has stopped: some have got it, and the others wait. */
async function interrupted(): Promise<CampaignScene> {
  const scene = await CampaignScene.create(service, table);
  await handOver({ error: 'SendingPausedException', skip: 9 });
  await scene.send(untilDone);
  await service.control('DELETE', '/faults');
  const state = await scene.state();
  expect(state).toMatchObject({ status: 'paused', repeated: [] });
  expect(await scene.toBeMailed()).toBe(mailedCount - state.mailed);
  return scene;
}

describe('messages that come five times', () => {
  test('before anybody was mailed: everybody gets it once', async () => {
    const scene = await CampaignScene.inTwoSlices(service, table);
    await orderFault(service, 'dynamodb UpdateItem', { crash: 'before', function: '-sendSlices' });
    await scene.send(untilDone);
    const before = await scene.state();

    const later = await messagesComeAgain(scene);
    await later.campaigns.pass(untilTriedAgain);

    expect(before).toMatchObject({ status: 'sending', mailed: 0 });
    expect(await later.state()).toEqual(everybodyOnce);
  });

  test('in the middle: everybody gets it once', async () => {
    const scene = await CampaignScene.inTwoSlices(service, table);
    await handOver({ crash: 'after', skip: 7, times: 1 });
    await scene.send(untilDone);
    const before = await scene.state();

    const later = await messagesComeAgain(scene);
    await later.campaigns.pass(untilTriedAgain);

    expect(before.status).toBe('sending');
    expect(await later.state()).toEqual(everybodyOnce);
  });

  test('when it has ended: nobody hears of them', async () => {
    const scene = await CampaignScene.inTwoSlices(service, table);
    await scene.send(untilDone);

    const later = await messagesComeAgain(scene);
    const since = await clockMs(service);
    await later.campaigns.pass(untilTriedAgain);

    expect(await mailsSince(since)).toBe(0);
    expect(await later.state()).toEqual(everybodyOnce);
  });

  test('while it is paused: nobody is mailed until it goes on', async () => {
    const scene = await interrupted();
    await scene.campaigns.actor.set({ suspended_reason: 'Complaints' });

    const later = await messagesComeAgain(scene);
    const since = await clockMs(service);
    await later.campaigns.pass(untilTriedAgain);
    const during = await later.state();
    const mailed = await mailsSince(since);
    await later.campaigns.actor.set({ suspended_reason: null });
    await later.campaigns.pass(untilTriedAgain);

    expect(during).toMatchObject({ status: 'paused', repeated: [] });
    expect(mailed).toBe(0);
    expect(await later.state()).toEqual(everybodyOnce);
  });

  test('when it was deleted: nobody is mailed, and nothing of it comes back', async () => {
    const scene = await interrupted();
    const { mailed } = await scene.state();
    expect((await scene.delete()).status).toBe(200);

    const later = await messagesComeAgain(scene);
    await later.campaigns.pass(untilTriedAgain);

    expect(await later.campaigns.mailed()).toHaveLength(mailed);
    expect(await later.remains()).toEqual([]);
    expect((await later.delete()).status).toBe(404);
  });
});

describe('two requests at once', () => {
  const statuses = (answers: { status: number }[]): number[] => answers.map(({ status }) => status).sort();

  test('to send: one begins it, the other is told so', async () => {
    const scene = await CampaignScene.create(service, table);

    const answers = await Promise.all([1, 2, 3].map(() => scene.campaigns.act(scene.id, 'send')));
    await scene.campaigns.pass(untilDone);

    expect(statuses(answers)).toEqual([202, 409, 409]);
    expect(await scene.state()).toEqual(everybodyOnce);
  });

  test('to resume: one has it go on, the other is told so, and nobody gets it twice', async () => {
    const scene = await interrupted();

    const answers = await Promise.all([1, 2, 3].map(() => scene.campaigns.act(scene.id, 'resume')));
    await scene.campaigns.pass(untilTriedAgain);

    expect(statuses(answers)).toEqual([202, 409, 409]);
    expect(await scene.state()).toEqual(everybodyOnce);
  });

  test('to resume and to delete: it goes on for all, or for nobody', async () => {
    const scene = await interrupted();
    const { mailed } = await scene.state();

    const [resumed, deleted] = await Promise.all([scene.campaigns.act(scene.id, 'resume'), scene.delete()]);
    await scene.campaigns.pass(untilTriedAgain);

    expect([
      [202, 409],
      [404, 200],
      [202, 200],
    ]).toContainEqual([resumed.status, deleted.status]);
    if (deleted.status === 200) {
      expect(await scene.campaigns.mailed()).toHaveLength(mailed);
      expect(await scene.remains()).toEqual([]);
    } else expect(await scene.state()).toEqual(everybodyOnce);
  });
});

describe('an outcome that nobody heard', () => {
  test('of a mail that did not leave: it is asked for again after ten minutes, and not before', async () => {
    const scene = await CampaignScene.inTwoSlices(service, table);
    await handOver({ error: 'InternalFailure', skip: 5, times: 1 });
    await scene.send(9 * minute);
    const [early, toBeMailed] = [await scene.state(), await scene.toBeMailed()];
    await scene.campaigns.pass(untilTriedAgain);

    expect(early).toMatchObject({ status: 'sending', mailed: mailedCount - 1, repeated: [] });
    expect(toBeMailed).toBe(1);
    expect(await scene.state()).toEqual(everybodyOnce);
  });

  test('of a mail that left, and was heard of at once: the campaign waits for a minute, not for ten', async () => {
    const scene = await CampaignScene.inTwoSlices(service, table);
    await handOver({ delay_ms: 9_000, skip: 5, times: 1 });
    await scene.send(untilDone);
    await service.printed(/hand-over failed.*TimeoutError/);
    // The provider takes it a second after nobody listens any more, whatever the clock is moved by.
    const allLeft = async () => (await scene.campaigns.mailed()).length === mailedCount;
    await until(allLeft, () => 'The late mail never left');
    await scene.campaigns.pass(3 * minute);

    expect(await scene.state()).toEqual(everybodyOnce);
  });

  /** The worker dies when the provider has a mail, and what the provider says is not recorded for so long. */
  async function saidAfter(ms: number): Promise<CampaignScene> {
    const scene = await CampaignScene.inTwoSlices(service, table);
    await handOver({ crash: 'after', skip: 5, times: 1 });
    await orderFault(service, 'dynamodb BatchGetItem', {
      error: 'InternalServerError',
      function: '-recordEmailEvents',
    });
    await scene.send(ms);
    await service.control('DELETE', '/faults');
    await scene.campaigns.pass(30 * minute);
    return scene;
  }

  test('of a mail that left, and was heard of within ten minutes: it is not sent again', async () => {
    expect(await (await saidAfter(5 * minute)).state()).toEqual(everybodyOnce);
  });

  test('of mails that left, and were heard of too late: each is sent once more at most, none is lost', async () => {
    const scene = await saidAfter(17 * minute);

    const { repeated, ...state } = await scene.state();
    expect(state).toEqual({ ...everybodyOnce, repeated: undefined });
    expect(repeated.length).toBeGreaterThan(0);
    expect(new Set(repeated).size).toBe(repeated.length);
  });
});

describe('what is counted in the usage is what left', () => {
  test('when the provider refuses somebody, and does not answer for somebody else', async () => {
    const scene = await CampaignScene.inTwoSlices(service, table);
    await handOver({ error: 'MessageRejected', skip: 3, times: 1 });
    await handOver({ error: 'InternalFailure', skip: 5, times: 2 });
    await scene.send(untilTriedAgain);

    expect(await scene.state()).toEqual({
      ...everybodyOnce,
      mailed: mailedCount - 1,
      messages: { sent: mailedCount - 1, failed: 1 },
      counted: { ...everybodyOnce.counted, sent: mailedCount - 1, failed: 1 },
      used: mailedCount - 1,
    });
  });

  test('when somebody leaves after a slice had died with them', async () => {
    const scene = await CampaignScene.create(service, table);
    await handOver({ crash: 'before', skip: 5, times: 1 });
    await scene.send(untilDone);
    const [leaver = ''] = await scene.notBegunWith();
    await scene.campaigns.actor.unsubscribe(leaver);
    await scene.campaigns.pass(untilTriedAgain);

    expect(await scene.state()).toEqual({
      ...everybodyOnce,
      mailed: mailedCount - 1,
      messages: { sent: mailedCount - 1 },
      counted: { sent: mailedCount - 1, skipped: everybodyOnce.counted.skipped + 1 },
      used: mailedCount - 1,
    });
  });
});
