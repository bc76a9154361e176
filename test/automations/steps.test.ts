import { theService } from '../support/the-service';
import { day, minute, Sequences, step } from './support/sequences';

const service = theService({ travels: true });
let sequences: Sequences;

beforeEach(async () => {
  sequences = await Sequences.start(service);
});

const kim = 'kim@example.com';

test('steps leave one after the other, each so long after the one before', async () => {
  const id = await sequences.active({
    steps: [step('One'), step('Two', { delay_minutes: 60 }), step('Three', { delay_minutes: 1440 })],
  });

  await sequences.enrol(id, kim);
  await sequences.pass(minute);
  expect(await sequences.mailed()).toEqual([`One to ${kim}`]);
  await sequences.pass(60 * minute);
  expect(await sequences.mailed()).toEqual([`One to ${kim}`, `Two to ${kim}`]);
  expect(await sequences.counts(id)).toEqual({ active: 1, completed: 0, canceled: 0, failed: 0 });
  await sequences.pass(day);

  expect(await sequences.mailed()).toEqual([`One to ${kim}`, `Two to ${kim}`, `Three to ${kim}`]);
  expect(await sequences.enrolment(id, kim)).toMatchObject({ status: 'completed', current_step: 3 });
  expect(await sequences.counts(id)).toEqual({ active: 0, completed: 1, canceled: 0, failed: 0 });
});
