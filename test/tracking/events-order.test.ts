import fc from 'fast-check';
import { anActor, type Actor } from '../support/actor';
import { later, providerMessageIdOf, sesEvents, type Reported } from '../support/ses-events';
import { theService } from '../support/the-service';

const service = theService();
let desk: Actor;

beforeAll(async () => {
  desk = await anActor(service);
});

/** Emails whose hand-over ended without an answer: what the provider reports is all that is known of them. */
async function unknownOutcomes(recipients: readonly string[]): Promise<Reported[]> {
  await service.control('POST', '/faults', {
    service: 'sesv2',
    operation: 'SendEmail',
    error: 'InternalFailure',
  });
  for (const to of recipients) await desk.send({ to });
  await service.control('DELETE', '/faults');
  const now = await service.now();
  const emails: Reported[] = [];
  for (const to of recipients) {
    const [{ id }] = await logOf(to);
    emails.push({ id, workspaceId: desk.workspaceId, acceptedAt: now });
  }
  return emails;
}

const logOf = async (to: string) => (await desk.api('GET', `/v1/emails?to=${to}`)).body.data;

const read = ({ id }: Reported) => desk.read(id);

const publish = (event: object): Promise<unknown> => service.control('POST', '/provider-events', event);

const kinds = ['send', 'delivery', 'bounce', 'complaint'] as const;
type Kind = (typeof kinds)[number];

const statusOf = { delivery: 'delivered', bounce: 'bounced', complaint: 'complained' };

/** The report of this kind, so many seconds after the acceptance. */
const report = (email: Reported, kind: Kind, seconds: number): object =>
  kind === 'send' ? sesEvents.send(email) : sesEvents[kind](email, seconds);

const secondsOf = { send: 0, delivery: 1, bounce: 2, complaint: 3 };

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}

test('all 24 orders in which a message is reported on end in the same email and timeline', async () => {
  const orders = permutations(kinds);
  const emails = await unknownOutcomes(orders.map((_, at) => `order-${at}@example.com`));

  for (const step of kinds.keys()) {
    const events = emails.map((email, at) => {
      const kind = orders[at]?.[step] ?? 'send';
      return report(email, kind, secondsOf[kind]);
    });
    await Promise.all(events.map(publish));
    await service.settle();
  }

  for (const email of emails) {
    const seen = await read(email);
    expect(seen).toMatchObject({
      status: 'complained',
      provider_message_id: providerMessageIdOf(email),
      sent_at: email.acceptedAt,
    });
    expect(seen.events.map(({ type, occurred_at }: Record<string, string>) => [type, occurred_at])).toEqual(
      kinds.map((kind) => [kind, later(email, secondsOf[kind])]),
    );
  }
});

test('the status is that of the most recent report, however often and in whatever order reports come', async () => {
  const times = fc.uniqueArray(fc.integer({ min: 1, max: 86_400 }), { minLength: 3, maxLength: 3 });
  const arrivals = fc.array(fc.constantFrom(...kinds), { maxLength: 6 }).chain((repeats) =>
    fc.shuffledSubarray([...kinds, ...repeats], {
      minLength: 4 + repeats.length,
      maxLength: 4 + repeats.length,
    }),
  );
  let run = 0;

  await fc.assert(
    fc.asyncProperty(times, arrivals, fc.boolean(), async ([a = 0, b = 0, c = 0], order, oneByOne) => {
      const seconds = { send: 0, delivery: a, bounce: b, complaint: c };
      const [email] = await unknownOutcomes([`run-${run++}@example.com`]);
      if (!email) throw new Error('No email was recorded');

      const publications = order.map((kind) => () => publish(report(email, kind, seconds[kind])));
      if (oneByOne) for (const one of publications) await one().then(() => service.settle());
      else await Promise.all(publications.map((one) => one()));
      await service.settle();

      const seen = await read(email);
      const reports = (['delivery', 'bounce', 'complaint'] as const).toSorted(
        (x, y) => seconds[x] - seconds[y],
      );
      expect(seen.status).toBe(statusOf[reports.at(-1) ?? 'delivery']);
      expect(seen.events.map(({ type }: { type: string }) => type)).toEqual(['send', ...reports]);
    }),
    { numRuns: 25 },
  );
});

test('of two reports at the same instant the graver one counts, whichever comes first', async () => {
  const emails = await unknownOutcomes(['tie-1@example.com', 'tie-2@example.com']);
  const orders: Kind[][] = [
    ['delivery', 'bounce'],
    ['bounce', 'delivery'],
  ];

  for (const step of [0, 1]) {
    await Promise.all(emails.map((email, at) => publish(report(email, orders[at]?.[step] ?? 'send', 5))));
    await service.settle();
  }

  expect(await Promise.all(emails.map(async (email) => (await read(email)).status))).toEqual([
    'bounced',
    'bounced',
  ]);
});
