import { setTimeout as sleep } from 'node:timers/promises';
import { numberedAddresses } from '../../support/test-workspace';
import { deadLetters } from '../../support/journal';
import { Service } from '../../support/service';
import { minuteMs, Automations, step, type ApiBody } from '../../support/automations/automations';

const hourMs = 60 * minuteMs;

/** The states of the enrollments when the process is killed. */
const enrollmentStates = ['completed', 'canceled', 'failed', 'held', 'under way', 'new'] as const;
type EnrollmentState = (typeof enrollmentStates)[number];

/** 200 addresses, spread evenly over the states. */
const allAddresses = numberedAddresses(200);
const addressesIn = (...wantedStates: EnrollmentState[]): string[] =>
  allAddresses.filter((_email, index) =>
    wantedStates.includes(enrollmentStates[index % enrollmentStates.length] as EnrollmentState),
  );

interface Fixture {
  automations: Automations;
  multiStepId: string;
  singleStepId: string;
  pausedId: string;
  failingId: string;
}

async function setUpEnrollments(service: Service): Promise<Fixture> {
  const automations = await Automations.create(service);
  const steps = [step('One'), step('Two', { delay_minutes: 60 }), step('Three', { delay_minutes: 60 })];
  const fixture = {
    automations,
    multiStepId: await automations.createActive({ steps }),
    singleStepId: await automations.createActive({ steps: [step('Only')] }),
    pausedId: await automations.createActive({ steps: [step('Held', { delay_minutes: 30 })] }),
    failingId: await automations.createActive({ steps: [step('{{missing}}')] }),
  };
  await enrollAll(automations, fixture.singleStepId, addressesIn('completed'));
  await enrollAll(automations, fixture.failingId, addressesIn('failed'));
  await enrollAll(automations, fixture.pausedId, addressesIn('held'));
  await automations.setStatus(fixture.pausedId, 'paused');
  await enrollAll(automations, fixture.multiStepId, addressesIn('canceled', 'under way'));
  await automations.advanceAndSettle(61 * minuteMs);
  for (const email of addressesIn('canceled')) await automations.workspace.unsubscribe(email);
  await enrollAll(automations, fixture.multiStepId, addressesIn('new'));
  return fixture;
}

async function enrollAll(automations: Automations, id: string, emails: readonly string[]): Promise<void> {
  for (const email of emails) await automations.enroll(id, email);
}

/** Expects the final state, which is the same for every kill time. */
async function expectEveryStepOnce({ automations, ...ids }: Fixture): Promise<void> {
  const withPrefix = (prefix: string, emails: string[]): string[] =>
    emails.map((email) => `${prefix} ${email}`);
  const statuses = async (id: string): Promise<string[]> =>
    (await automations.listEnrollments(id)).map(({ email, status }: ApiBody) => `${status} ${email}`).sort();

  expect((await automations.listMailed()).sort()).toEqual(
    [
      ...withPrefix('Only to', addressesIn('completed')),
      ...withPrefix('Held to', addressesIn('held')),
      ...withPrefix('One to', addressesIn('canceled', 'under way', 'new')),
      ...withPrefix('Two to', addressesIn('canceled', 'under way', 'new')),
      ...withPrefix('Three to', addressesIn('under way', 'new')),
    ].sort(),
  );
  expect(await statuses(ids.singleStepId)).toEqual(withPrefix('completed', addressesIn('completed')).sort());
  expect(await statuses(ids.pausedId)).toEqual(withPrefix('completed', addressesIn('held')).sort());
  expect(await statuses(ids.failingId)).toEqual(withPrefix('failed', addressesIn('failed')).sort());
  expect(await statuses(ids.multiStepId)).toEqual(
    [
      ...withPrefix('completed', addressesIn('under way', 'new')),
      ...withPrefix('canceled', addressesIn('canceled')),
    ].sort(),
  );
  expect(await automations.getCounts(ids.multiStepId)).toEqual({
    active: 0,
    completed: addressesIn('under way', 'new').length,
    canceled: addressesIn('canceled').length,
    failed: 0,
  });
  expect(deadLetters(automations.service)).toEqual([]);
}

// AT-39
test.each([100, 1_000, 3_000])(
  'every step of 200 enrollments in all states is sent exactly once if kill -9 hits %i ms after steps became due',
  async (afterMs) => {
    const firstService = await Service.start();
    const fixture = await setUpEnrollments(firstService);
    const advancing = fixture.automations.advanceAndSettle(3 * hourMs).catch(() => undefined);
    await sleep(afterMs);
    await firstService.killHard();
    await advancing;

    const restartedService = await Service.start(firstService.dataDir);
    const sequences = fixture.automations.reconnect(restartedService);
    await sequences.setStatus(fixture.pausedId, 'active');
    await sequences.advanceAndSettle(4 * hourMs);

    await expectEveryStepOnce({ ...fixture, automations: sequences });
    await restartedService.stop();
  },
);
