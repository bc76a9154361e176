import { advanceTo, aScheduler, clockMs } from '../../support/schedules';
import { Service } from '../../support/service';

const minuteMs = 60_000;

/** A second or so, on a machine that others use too. An alarm that rings in the minute itself is up to a minute late. */
const lateMsMax = 5_000;

let service: Service;

beforeAll(async () => {
  service = await Service.start();
});

afterAll(() => service.stop());

const iso = (ms: number): string => new Date(ms).toISOString();

/** The beginning of the minute that is so many minutes ahead. */
const minuteAhead = async (minutes: number): Promise<number> =>
  (Math.floor((await clockMs(service)) / minuteMs) + minutes) * minuteMs;

test('mail that is scheduled far ahead leaves at its second, though schedules ring at any second of their minute', async () => {
  const sender = await aScheduler(service);
  const first = await minuteAhead(20);
  const times = [0, 1, 2, 3, 4, 5].flatMap((minute) =>
    [0, 2_000, 59_999].map((ms) => first + minute * minuteMs + ms),
  );
  const ids = await sender.sendAll(times.map((at) => ({ scheduled_at: iso(at) })));

  await advanceTo(service, first + 7 * minuteMs);

  const emails = await Promise.all(ids.map((id) => sender.read(id)));
  const late = emails.map(({ sent_at, scheduled_at }) => Date.parse(sent_at) - Date.parse(scheduled_at));
  expect(emails.map(({ status }) => status)).toEqual(ids.map(() => 'delivered'));
  expect(late.filter((ms) => !(ms >= 0 && ms < lateMsMax))).toEqual([]);
});

test('mail that is due sooner does not wait behind far mail, whose schedule rings a minute ahead', async () => {
  const sender = await aScheduler(service);
  const far = await minuteAhead(30);
  await sender.schedule({ scheduled_at: iso(far + 59_000) });
  // Its schedule rings somewhere in the minute before.
  await advanceTo(service, far - 1_000);

  const near = await sender.schedule({ scheduled_at: iso(far + 4_000) });
  await advanceTo(service, far + 70_000);

  const { status, sent_at, scheduled_at } = await sender.read(near);
  expect(status).toBe('delivered');
  expect(Date.parse(sent_at) - Date.parse(scheduled_at)).toBeLessThan(lateMsMax);
});
