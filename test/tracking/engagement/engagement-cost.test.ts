import { clickAt, type Interaction } from '../../support/engagement';
import { advancePastHolds, TrackedWorkspace } from '../../support/tracked-workspace';
import { useService } from '../../support/use-service';

const service = useService();
let tracked: TrackedWorkspace;

beforeAll(async () => {
  await service.control('PATCH', '/settings', { auto_delivery: false });
  tracked = await TrackedWorkspace.create(service);
});

afterAll(() => tracked.stop());

/** The capacity that classification consumed. */
interface Units {
  read: number;
  write: number;
  /** The read units of the call that read most. */
  largestRead: number;
}

/** Reports the clicks in groups, waits until each group is classified, and adds up the consumed capacity. */
async function unitsOf(clicks: readonly Interaction[], groupSize: number): Promise<Units> {
  const email = await tracked.send();
  const since = await service.now();
  for (let start = 0; start < clicks.length; start += groupSize) {
    await tracked.reportThroughSes(email, ...clicks.slice(start, start + groupSize));
    await advancePastHolds(service);
  }
  // A run that finds another run at work tries again after five seconds.
  await service.advance(30_000);
  const rows = (await service.calls(since)).filter((row) => row.function.endsWith('classifyEngagement'));
  const sum = (name: 'read_units' | 'write_units') => rows.reduce((total, row) => total + row[name], 0);
  const largestRead = Math.max(...rows.map((row) => row.read_units));
  return { read: sum('read_units'), write: sum('write_units'), largestRead };
}

const clicksOf = (count: number, gapMs: number): Interaction[] =>
  Array.from({ length: count }, (_, index) => clickAt(index * gapMs, `https://acme.example/${index % 20}`));

// EV-27
test.each([
  { pattern: 'a click a minute', gapMs: 60_000, groupSize: 5 },
  { pattern: 'a click every six seconds', gapMs: 6_000, groupSize: 10 },
])(
  'for $pattern, four times as many clicks need four times as many reads and writes',
  async ({ gapMs, groupSize }) => {
    const few = await unitsOf(clicksOf(60, gapMs), groupSize);
    const many = await unitsOf(clicksOf(240, gapMs), groupSize);

    expect(many.read / few.read).toBeLessThan(5);
    expect(many.write / few.write).toBeLessThan(4.5);
  },
);

// How many runs classify a burst depends on how the queue batches it, so this test measures a run.
test('four times as many clicks at once need four times as many reads in a run, and four times as many writes (EV-27)', async () => {
  const few = await unitsOf(clicksOf(60, 1), 60);
  const many = await unitsOf(clicksOf(240, 1), 240);

  expect(few.largestRead).toBeGreaterThan(5);
  expect(many.largestRead / few.largestRead).toBeLessThan(5);
  expect(many.write / few.write).toBeLessThan(4.5);
});
