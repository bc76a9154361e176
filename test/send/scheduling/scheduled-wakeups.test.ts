import { advanceClockTo, createSchedulingWorkspace, readClockMs } from '../../support/scheduled-sends';
import { Service } from '../../support/service';

const minuteMs = 60_000;

/** The delay is usually about a second. If the wakeup fired within the due minute, the email could be up to a minute late. */
const lateMsMax = 5_000;

let service: Service;

beforeAll(async () => {
  service = await Service.start();
});

afterAll(() => service.stop());

const toIso = (ms: number): string => new Date(ms).toISOString();

/** Returns the start of the minute that is `minutes` ahead. */
const startOfMinuteAhead = async (minutes: number): Promise<number> =>
  (Math.floor((await readClockMs(service)) / minuteMs) + minutes) * minuteMs;

test('an email that is scheduled far ahead is sent at its due second although EventBridge Scheduler fires at any second of a minute', async () => {
  const sender = await createSchedulingWorkspace(service);
  const firstDueAt = await startOfMinuteAhead(20);
  const times = [0, 1, 2, 3, 4, 5].flatMap((minute) =>
    [0, 2_000, 59_999].map((ms) => firstDueAt + minute * minuteMs + ms),
  );
  const ids = await sender.sendAll(times.map((at) => ({ scheduled_at: toIso(at) })));

  await advanceClockTo(service, firstDueAt + 7 * minuteMs);

  const emails = await Promise.all(ids.map((id) => sender.getEmail(id)));
  const delaysMs = emails.map(({ sent_at, scheduled_at }) => Date.parse(sent_at) - Date.parse(scheduled_at));
  expect(emails.map(({ status }) => status)).toEqual(ids.map(() => 'delivered'));
  expect(delaysMs.filter((ms) => !(ms >= 0 && ms < lateMsMax))).toEqual([]);
});

test('an email does not wait for a later email whose wakeup fires in the minute before', async () => {
  const sender = await createSchedulingWorkspace(service);
  const farDueAt = await startOfMinuteAhead(30);
  await sender.schedule({ scheduled_at: toIso(farDueAt + 59_000) });
  // The later email's schedule fires at an arbitrary second of the previous minute.
  await advanceClockTo(service, farDueAt - 1_000);

  const nearId = await sender.schedule({ scheduled_at: toIso(farDueAt + 4_000) });
  await advanceClockTo(service, farDueAt + 70_000);

  const { status, sent_at, scheduled_at } = await sender.getEmail(nearId);
  expect(status).toBe('delivered');
  expect(Date.parse(sent_at) - Date.parse(scheduled_at)).toBeLessThan(lateMsMax);
});
