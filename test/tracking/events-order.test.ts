import fc from 'fast-check';
import { createTestWorkspace, type TestWorkspace } from '../support/test-workspace';
import {
  timeAfterAcceptance,
  providerMessageIdOf,
  sesEvents,
  type ReportedEmail,
} from '../support/ses-events';
import { useService } from '../support/use-service';

const service = useService();
let workspace: TestWorkspace;

beforeAll(async () => {
  workspace = await createTestWorkspace(service);
});

/** Sends emails whose SES request fails with an unknown outcome. Only SES events reveal the status of these emails. */
async function sendWithUnknownOutcome(recipients: readonly string[]): Promise<ReportedEmail[]> {
  await service.control('POST', '/faults', {
    service: 'sesv2',
    operation: 'SendEmail',
    error: 'InternalFailure',
  });
  for (const to of recipients) await workspace.send({ to });
  await service.control('DELETE', '/faults');
  const now = await service.now();
  const emails: ReportedEmail[] = [];
  for (const to of recipients) {
    const [{ id }] = await findEmails(to);
    emails.push({ id, workspaceId: workspace.workspaceId, acceptedAt: now });
  }
  return emails;
}

const findEmails = async (to: string) => (await workspace.api('GET', `/v1/emails?to=${to}`)).body.data;

const readEmail = ({ id }: ReportedEmail) => workspace.getEmail(id);

const publishSesEvent = (event: object): Promise<unknown> =>
  service.control('POST', '/provider-events', event);

const eventKinds = ['send', 'delivery', 'bounce', 'complaint'] as const;
type EventKind = (typeof eventKinds)[number];

const statusOf = { delivery: 'delivered', bounce: 'bounced', complaint: 'complained' };

/** Returns an event of this kind that occurred `seconds` after SES accepted the email. */
const sesEventOf = (email: ReportedEmail, kind: EventKind, seconds: number): object =>
  kind === 'send' ? sesEvents.send(email) : sesEvents[kind](email, seconds);

const secondsOf = { send: 0, delivery: 1, bounce: 2, complaint: 3 };

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  );
}

test('all 24 orders of events yield the same email and timeline', async () => {
  const orders = permutations(eventKinds);
  const emails = await sendWithUnknownOutcome(orders.map((_, index) => `order-${index}@example.com`));

  for (const step of eventKinds.keys()) {
    const events = emails.map((email, index) => {
      const kind = orders[index]?.[step] ?? 'send';
      return sesEventOf(email, kind, secondsOf[kind]);
    });
    await Promise.all(events.map(publishSesEvent));
    await service.settle();
  }

  for (const email of emails) {
    const result = await readEmail(email);
    expect(result).toMatchObject({
      status: 'complained',
      provider_message_id: providerMessageIdOf(email),
      sent_at: email.acceptedAt,
    });
    expect(result.events.map(({ type, occurred_at }: Record<string, string>) => [type, occurred_at])).toEqual(
      eventKinds.map((kind) => [kind, timeAfterAcceptance(email, secondsOf[kind])]),
    );
  }
});

// EV-8
test('the latest event determines the status, regardless of the order and repetition of events', async () => {
  const times = fc.uniqueArray(fc.integer({ min: 1, max: 86_400 }), { minLength: 3, maxLength: 3 });
  const arrivals = fc.array(fc.constantFrom(...eventKinds), { maxLength: 6 }).chain((repeats) =>
    fc.shuffledSubarray([...eventKinds, ...repeats], {
      minLength: 4 + repeats.length,
      maxLength: 4 + repeats.length,
    }),
  );
  let runCount = 0;

  await fc.assert(
    fc.asyncProperty(
      times,
      arrivals,
      fc.boolean(),
      async ([deliverySecond = 0, bounceSecond = 0, complaintSecond = 0], order, isSequential) => {
        const seconds = {
          send: 0,
          delivery: deliverySecond,
          bounce: bounceSecond,
          complaint: complaintSecond,
        };
        const [email] = await sendWithUnknownOutcome([`run-${runCount++}@example.com`]);
        if (!email) throw new Error('No email was recorded');

        const publications = order.map(
          (kind) => () => publishSesEvent(sesEventOf(email, kind, seconds[kind])),
        );
        if (isSequential)
          for (const publication of publications) await publication().then(() => service.settle());
        else await Promise.all(publications.map((publication) => publication()));
        await service.settle();

        const result = await readEmail(email);
        const reports = (['delivery', 'bounce', 'complaint'] as const).toSorted(
          (first, second) => seconds[first] - seconds[second],
        );
        expect(result.status).toBe(statusOf[reports.at(-1) ?? 'delivery']);
        expect(result.events.map(({ type }: { type: string }) => type)).toEqual(['send', ...reports]);
      },
    ),
    { numRuns: 25 },
  );
});

test('the more severe of two simultaneous events determines the status, in either order', async () => {
  const emails = await sendWithUnknownOutcome(['tie-1@example.com', 'tie-2@example.com']);
  const orders: EventKind[][] = [
    ['delivery', 'bounce'],
    ['bounce', 'delivery'],
  ];

  for (const step of [0, 1]) {
    await Promise.all(
      emails.map((email, index) => publishSesEvent(sesEventOf(email, orders[index]?.[step] ?? 'send', 5))),
    );
    await service.settle();
  }

  expect(await Promise.all(emails.map(async (email) => (await readEmail(email)).status))).toEqual([
    'bounced',
    'bounced',
  ]);
});
