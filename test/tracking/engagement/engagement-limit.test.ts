import { randomUUID } from 'node:crypto';
import { keys } from '../../../shared/db/keys';
import type { Engagement } from '../../../shared/db/records/engagement';
import { clickAt, timeOf, type Interaction } from '../../support/engagement';
import { ServiceTable } from '../../support/table';
import { advancePastHolds, TrackedWorkspace, type TrackedEmail } from '../../support/tracked-workspace';
import { useService } from '../../support/use-service';

const service = useService();
let tracked: TrackedWorkspace;
let table: ServiceTable;

beforeAll(async () => {
  await service.control('PATCH', '/settings', { auto_delivery: false });
  tracked = await TrackedWorkspace.create(service);
  table = await ServiceTable.open(service);
});

afterAll(async () => {
  table.close();
  await tracked.stop();
});

/**
 * Returns one of a series of clicks on different links, three seconds apart. The rule classifies all of these clicks
 * as a reader's.
 */
const clickNumber = (index: number): Interaction => clickAt(index * 3_000, `https://acme.example/${index}`);

const engagementRecord = (email: TrackedEmail, interaction: Interaction): Engagement => ({
  id: randomUUID(),
  messageId: email.id,
  providerMessageId: email.providerMessageId,
  type: interaction.type,
  recipient: 'kim@example.com',
  subType: null,
  detail: interaction.type === 'click' ? interaction.link : null,
  occurredAt: timeOf(email, interaction),
  createdAt: timeOf(email, interaction),
  actor: 'reader',
  isPublished: true,
});

/** Creates an email with `count` classified clicks. All but the first were classified by an earlier release. */
async function anEmailWithClicks(count: number): Promise<TrackedEmail> {
  const email = await tracked.send();
  await tracked.reportThroughSes(email, clickNumber(0));
  await advancePastHolds(service);
  const records = Array.from({ length: count - 1 }, (_, index) =>
    engagementRecord(email, clickNumber(index + 1)),
  );
  await table.putAll(
    records.map((item) => ({
      ...keys.engagement(email.workspaceId, email.id, item.occurredAt, item.id),
      ...item,
    })),
  );
  return email;
}

test('an email records at most two thousand opens and clicks and shows a thousand', async () => {
  const email = await anEmailWithClicks(1_999);

  await tracked.reportThroughSes(email, clickNumber(1_999));
  await advancePastHolds(service);
  const atLimit = await tracked.readEngagement(email);
  const [metrics] = await tracked.metrics();
  await tracked.reportThroughSes(email, ...[2_000, 2_001, 2_002].map(clickNumber));
  await tracked.reportThroughSes(email, clickNumber(1_999));
  await advancePastHolds(service);

  expect(atLimit.events).toHaveLength(1_000);
  expect(atLimit.clicked_at).toBe(timeOf(email, clickNumber(0)));
  expect(metrics).toEqual({ opened: 0, clicked: 2 });
  expect(await tracked.readEngagement(email)).toEqual(atLimit);
  expect(await tracked.metrics()).toEqual([metrics]);
  expect(tracked.publishedEvents().size).toBe(2);
  await service.waitForOutput(/engagement limit of the email reached/);
});

test('three hundred clicks of a scanner are classified in far fewer than three hundred runs', async () => {
  const email = await tracked.send();
  const since = await service.now();
  const before = tracked.publishedEvents().size;

  await tracked.reportThroughSes(
    email,
    ...Array.from({ length: 300 }, (_, index) => clickAt(index, 'https://acme.example/one')),
  );
  await advancePastHolds(service);
  // If a run finds that another run processes the clicks, it tries again five seconds later.
  await service.advance(30_000);
  const { events } = await tracked.readEngagement(email);
  const calls = await service.calls(since);
  const classificationUpdates = calls.filter(
    (row) =>
      row.function.endsWith('classifyEngagement') && row.operation === 'UpdateItem' && row.error === null,
  );

  expect(events).toHaveLength(300);
  expect(tracked.publishedEvents().size - before).toBe(300);
  // Each click needs two updates, for the classification and the published mark. Many clicks share all other
  // updates.
  expect(classificationUpdates.length).toBeLessThan(3 * 300);
});
