import { randomUUID } from 'node:crypto';
import { keys } from '../../../shared/db/keys';
import type { Engagement } from '../../../shared/db/records/engagement';
import { clicks, timeOf, type Act } from '../../support/engagement';
import { ServiceTable } from '../../support/table';
import { holdsOver, TrackedDesk, type Tracked } from '../../support/tracked';
import { theService } from '../../support/the-service';

const service = theService();
let desk: TrackedDesk;
let table: ServiceTable;

beforeAll(async () => {
  await service.control('PATCH', '/settings', { auto_delivery: false });
  desk = await TrackedDesk.create(service);
  table = await ServiceTable.open(service);
});

afterAll(async () => {
  table.close();
  await desk.stop();
});

/** A click every three seconds, each on a link of its own: for the rule they are a reader's. */
const clickOf = (at: number): Act => clicks(at * 3_000, `https://acme.example/${at}`);

const recordOf = (email: Tracked, act: Act): Engagement => ({
  id: randomUUID(),
  messageId: email.id,
  providerMessageId: email.providerMessageId,
  type: act.type,
  recipient: 'kim@example.com',
  subType: null,
  detail: act.type === 'click' ? act.link : null,
  occurredAt: timeOf(email, act),
  createdAt: timeOf(email, act),
  doneBy: 'reader',
  isTold: true,
});

/** So many clicks were judged before. */
async function anEmailClicked(count: number): Promise<Tracked> {
  const email = await desk.sent();
  const records = Array.from({ length: count }, (_, at) => recordOf(email, clickOf(at)));
  await table.putAll(
    records.map((one) => ({
      ...keys.engagement(email.workspaceId, email.id, one.occurredAt, one.id),
      ...one,
    })),
  );
  return email;
}

test('of one email two thousand opens and clicks are recorded, then no more; a thousand are shown', async () => {
  const email = await anEmailClicked(1_999);

  await desk.happens(email, clickOf(1_999));
  await holdsOver(service);
  const full = await desk.seen(email);
  const [counted] = await desk.metrics();
  await desk.happens(email, ...[2_000, 2_001, 2_002].map(clickOf));
  await desk.happens(email, clickOf(1_999));
  await holdsOver(service);

  expect(full.events).toHaveLength(1_000);
  expect(full.clicked_at).toBe(timeOf(email, clickOf(0)));
  expect(counted).toEqual({ opened: 0, clicked: 1 });
  expect(await desk.seen(email)).toEqual(full);
  expect(await desk.metrics()).toEqual([counted]);
  expect(desk.told().size).toBe(1);
  await service.printed(/no more engagement is recorded of this email/);
});

test('a robot that clicks three hundred times at once is looked at less often than it clicks', async () => {
  const email = await desk.sent();
  const since = await service.now();
  const before = desk.told().size;

  await desk.happens(
    email,
    ...Array.from({ length: 300 }, (_, at) => clicks(at, 'https://acme.example/one')),
  );
  await holdsOver(service);
  // Who finds somebody else looking at so many asks again five seconds later.
  await service.advance(30_000);
  const { events } = await desk.seen(email);
  const calls = await service.calls(since);
  const looks = calls.filter(
    (row) => row.function.endsWith('judgeEngagement') && row.operation === 'UpdateItem' && row.error === null,
  );

  expect(events).toHaveLength(300);
  expect(desk.told().size - before).toBe(300);
  // Who did each click, and that it was told; all else is for all of them together.
  expect(looks.length).toBeLessThan(3 * 300);
});
