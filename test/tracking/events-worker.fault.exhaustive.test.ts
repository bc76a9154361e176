import { Service } from '../support/service';
import { later, sesEvents, type Reported } from '../support/ses-events';
import { anActor, type Actor } from '../support/actor';

let service: Service;

beforeAll(async () => {
  service = await Service.start();
});

afterEach(() => service.control('DELETE', '/faults'));

afterAll(() => service.stop());

/** Every AWS call for the notice of a permanent bounce, when it is the first news of the email. */
const calls = [
  { what: 'the email', at: 'dynamodb BatchGetItem', skip: 0 },
  { what: 'the entry of the timeline', at: 'dynamodb PutItem', skip: 0 },
  { what: 'the suppression', at: 'dynamodb UpdateItem', skip: 0 },
  { what: 'the status sent', at: 'dynamodb UpdateItem', skip: 1 },
  { what: 'the thread', at: 'dynamodb PutItem', skip: 1 },
  { what: 'the status bounced', at: 'dynamodb UpdateItem', skip: 2 },
  { what: 'the webhook endpoints', at: 'dynamodb Query', skip: 0 },
  { what: 'the metrics', at: 'dynamodb UpdateItem', skip: 3 },
];

/** An email of unknown outcome, and the notice that it was accepted and bounced. */
async function aBounce(sender: Actor): Promise<{ email: Reported; bounce: object }> {
  await service.control('POST', '/faults', {
    service: 'sesv2',
    operation: 'SendEmail',
    error: 'InternalFailure',
    times: 1,
  });
  await sender.send();
  const [queued] = await sender.log();
  const now = await service.now();
  const email = { id: queued?.id ?? '', workspaceId: sender.workspaceId, acceptedAt: now };
  return { email, bounce: sesEvents.bounce(email, 1, { type: 'Permanent' }) };
}

async function expectBounced(sender: Actor, email: Reported): Promise<void> {
  const seen = await sender.read(email.id);
  expect(seen).toMatchObject({ status: 'bounced', sent_at: email.acceptedAt });
  expect(seen.events).toMatchObject([{ type: 'bounce', occurred_at: later(email, 1) }]);
  const next = await sender.send();
  expect(next.body).toMatchObject({ status: 'rejected', reason: 'suppressed:hard_bounce' });
}

/** The notice comes back when its visibility timeout is over. */
const untilNextTry = (): Promise<unknown> => service.advance(181_000);

const order = ({ at, skip }: (typeof calls)[number], fault: Record<string, unknown>): Promise<unknown> => {
  const [awsService, operation] = at.split(' ');
  return service.control('POST', '/faults', {
    service: awsService,
    operation,
    skip,
    function: 'recordEmailEvents',
    ...fault,
  });
};

test('the table above names every AWS call that the notice makes', async () => {
  const sender = await anActor(service);
  const { email, bounce } = await aBounce(sender);

  await service.control('POST', '/provider-events', bounce);
  await service.settle();

  const rows = (await service.calls(email.acceptedAt)).filter((row) =>
    row.function.endsWith('-recordEmailEvents'),
  );
  expect(rows.map((row) => `${row.service} ${row.operation}`).sort()).toEqual(
    calls.map(({ at }) => at).sort(),
  );
  await expectBounced(sender, email);
});

const deaths = calls.flatMap((call) =>
  (['before', 'after'] as const).map((crash) => ({ call, crash, name: `${crash} ${call.what}` })),
);

test.each(deaths)(
  'a worker killed $name does it all when the notice comes again',
  async ({ call, crash }) => {
    const sender = await anActor(service);
    const { email, bounce } = await aBounce(sender);
    await order(call, { crash, times: 1 });

    await service.control('POST', '/provider-events', bounce);
    await service.settle();
    await untilNextTry();

    await expectBounced(sender, email);
  },
);

test.each(calls)('a database that fails at $what for minutes only delays it', async (call) => {
  const sender = await anActor(service);
  const { email, bounce } = await aBounce(sender);
  await order(call, { error: 'InternalServerError' });

  await service.control('POST', '/provider-events', bounce);
  await service.settle();
  await untilNextTry();
  await service.control('DELETE', '/faults');
  await untilNextTry();

  await expectBounced(sender, email);
});

test('a read that fails for a batch only delays all of it', async () => {
  const senders = [await anActor(service), await anActor(service)] as const;
  const [one, other] = [await aBounce(senders[0]), await aBounce(senders[1])];
  await service.control('POST', '/faults', {
    service: 'dynamodb',
    operation: 'BatchGetItem',
    error: 'ValidationException',
    function: 'recordEmailEvents',
    times: 1,
  });

  await Promise.all([one, other].map(({ bounce }) => service.control('POST', '/provider-events', bounce)));
  await service.settle();
  await untilNextTry();

  await expectBounced(senders[0], one.email);
  await expectBounced(senders[1], other.email);
});

test('one notice that fails does not keep the others of its batch', async () => {
  const [unlucky, lucky] = [await anActor(service), await anActor(service)];
  const [first, second] = [await aBounce(unlucky), await aBounce(lucky)];
  await order(calls[1] ?? { what: '', at: '', skip: 0 }, { error: 'ValidationException', times: 1 });

  await Promise.all([first, second].map(({ bounce }) => service.control('POST', '/provider-events', bounce)));
  await service.settle();
  const statuses = (await Promise.all([unlucky.log(), lucky.log()])).flat().map(({ status }) => status);
  await untilNextTry();

  expect(statuses.sort()).toEqual(['bounced', 'queued']);
  await expectBounced(unlucky, first.email);
  await expectBounced(lucky, second.email);
});
