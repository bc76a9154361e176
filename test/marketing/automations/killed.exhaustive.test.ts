import { setTimeout as sleep } from 'node:timers/promises';
import { people } from '../../support/actor';
import { deadLetters } from '../../support/journal';
import { Service } from '../../support/service';
import { minute, Sequences, step, type Body } from '../../support/automations/sequences';

const hour = 60 * minute;

/** What somebody's enrolment is when the process dies. */
const states = ['completed', 'canceled', 'failed', 'held', 'under way', 'new'] as const;
type State = (typeof states)[number];

/** 200 people, in each state as many. */
const everybody = people(200);
const those = (...asked: State[]): string[] =>
  everybody.filter((_email, at) => asked.includes(states[at % states.length] as State));

interface Stage {
  sequences: Sequences;
  whole: string;
  short: string;
  paused: string;
  failing: string;
}

async function setUp(service: Service): Promise<Stage> {
  const sequences = await Sequences.start(service);
  const steps = [step('One'), step('Two', { delay_minutes: 60 }), step('Three', { delay_minutes: 60 })];
  const stage = {
    sequences,
    whole: await sequences.active({ steps }),
    short: await sequences.active({ steps: [step('Only')] }),
    paused: await sequences.active({ steps: [step('Held', { delay_minutes: 30 })] }),
    failing: await sequences.active({ steps: [step('{{missing}}')] }),
  };
  await enrol(sequences, stage.short, those('completed'));
  await enrol(sequences, stage.failing, those('failed'));
  await enrol(sequences, stage.paused, those('held'));
  await sequences.setStatus(stage.paused, 'paused');
  await enrol(sequences, stage.whole, those('canceled', 'under way'));
  await sequences.pass(61 * minute);
  for (const email of those('canceled')) await sequences.actor.unsubscribe(email);
  await enrol(sequences, stage.whole, those('new'));
  return stage;
}

async function enrol(sequences: Sequences, id: string, emails: readonly string[]): Promise<void> {
  for (const email of emails) await sequences.enrol(id, email);
}

/** What became of everybody by the end, whatever happened on the way. */
async function expectAllOnce({ sequences, ...ids }: Stage): Promise<void> {
  const each = (said: string, emails: string[]): string[] => emails.map((email) => `${said} ${email}`);
  const statuses = async (id: string): Promise<string[]> =>
    (await sequences.enrolments(id)).map(({ email, status }: Body) => `${status} ${email}`).sort();

  expect((await sequences.mailed()).sort()).toEqual(
    [
      ...each('Only to', those('completed')),
      ...each('Held to', those('held')),
      ...each('One to', those('canceled', 'under way', 'new')),
      ...each('Two to', those('canceled', 'under way', 'new')),
      ...each('Three to', those('under way', 'new')),
    ].sort(),
  );
  expect(await statuses(ids.short)).toEqual(each('completed', those('completed')).sort());
  expect(await statuses(ids.paused)).toEqual(each('completed', those('held')).sort());
  expect(await statuses(ids.failing)).toEqual(each('failed', those('failed')).sort());
  expect(await statuses(ids.whole)).toEqual(
    [...each('completed', those('under way', 'new')), ...each('canceled', those('canceled'))].sort(),
  );
  expect(await sequences.counts(ids.whole)).toEqual({
    active: 0,
    completed: those('under way', 'new').length,
    canceled: those('canceled').length,
    failed: 0,
  });
  expect(deadLetters(sequences.service)).toEqual([]);
}

test.each([100, 1_000, 3_000])(
  'kill -9 with 200 enrolments in all states, %i ms after their steps became due: all goes on, nothing twice',
  async (afterMs) => {
    const first = await Service.start();
    const stage = await setUp(first);
    const moving = stage.sequences.pass(3 * hour).catch(() => undefined);
    await sleep(afterMs);
    await first.killHard();
    await moving;

    const again = await Service.start(first.dataDir);
    const sequences = stage.sequences.on(again);
    await sequences.setStatus(stage.paused, 'active');
    await sequences.pass(4 * hour);

    await expectAllOnce({ ...stage, sequences });
    await again.stop();
  },
);
