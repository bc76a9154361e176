import { refusalOf } from '../support/arrange';
import { dayMs } from '../../shared/core/time';
import { Service, type Answer } from '../support/service';
import { type Actor, anActor, people } from '../support/actor';

let service: Service;
let desk: Actor;

/** Marketing recipients. */
const firstDay = 200;

beforeAll(async () => {
  service = await Service.start();
});

afterEach(() => service.control('DELETE', '/faults'));

afterAll(() => service.stop());

const news = (overrides: Record<string, unknown> = {}, key?: string) =>
  desk.send({ risk_class: 'marketing', ...overrides }, key);

/** Sends so many, a few at a time, and says how many were taken and what the others heard. */
async function sendNews(count: number): Promise<{ taken: number; types: string[] }> {
  const items: Answer['body'][] = [];
  for (let start = 0; start < count; start += 25) {
    const entries = people(Math.min(25, count - start)).map((to) => ({ to, risk_class: 'marketing' }));
    items.push(...(await desk.batch(entries)).body.data);
  }
  const failed = items.filter(({ ok }) => !ok);
  return { taken: items.length - failed.length, types: failed.map(({ error }) => error.type) };
}

async function untilMidnight(): Promise<void> {
  const now = await service.now();
  await service.advance(dayMs - (Date.parse(now) % dayMs) + 1_000);
}

describe('a domain that is warming up', () => {
  beforeAll(async () => {
    desk = await anActor(service, { marketing: true, warmup: true });
  });

  test('has an allowance on its first day, which sends at once share', async () => {
    const before = await sendNews(firstDay - 3);

    const answers = await Promise.all(people(2).map((to) => news({ to })));

    expect(before).toEqual({ taken: firstDay - 3, types: [] });
    expect(answers.map(({ status }) => status)).toEqual([202, 202]);
  });

  test('does not use it for what the provider refuses', async () => {
    const fault = { service: 'sesv2', operation: 'SendEmail', error: 'MessageRejected', times: 1 };
    await service.control('POST', '/faults', fault);
    const refused = await news();

    const answers = await Promise.all(people(10).map((to) => news({ to })));

    expect(refusalOf(refused)).toMatchObject({ type: 'provider_error' });
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(9);
  });

  test('refuses the next until 00:00 UTC: it stays queued and is not counted', async () => {
    const key = await desk.guarded({ daily_send_limit: 1 });
    const used = await desk.used();

    const answer = await news({}, key);
    const [latest] = await desk.log();

    expect(refusalOf(answer)).toMatchObject({ status: 422, type: 'warmup_limit' });
    expect(latest).toMatchObject({ status: 'queued', risk_class: 'marketing', sent_at: null });
    expect(await desk.used()).toBe(used);
    expect((await desk.send({}, key)).status).toBe(202);
  });

  test('never limits transactional mail, and refuses nothing that leaves later or not at all', async () => {
    await desk.suppress('gone@example.com');
    const holding = await desk.guarded({ requires_approval: true });

    const answers = [
      await desk.send(),
      await news({ to: 'gone@example.com' }),
      await news({}, holding),
      await news({ scheduled_at: 'in 30 days' }),
    ];

    expect(answers.map(({ body }) => body.status)).toEqual([
      'sent',
      'rejected',
      'pending_approval',
      'scheduled',
    ]);
  });

  test('has more on the next day than on the first', async () => {
    await untilMidnight();

    expect(await sendNews(firstDay + 1)).toEqual({ taken: firstDay + 1, types: [] });
  });
});

test('a domain that is not warming up has no allowance to use up', async () => {
  desk = await anActor(service, { marketing: true });

  expect(await sendNews(firstDay + 1)).toEqual({ taken: firstDay + 1, types: [] });
});
