import { Service } from '../support/service';
import { anError } from '../support/matchers';
import { leaseMs, unknownOutcomeMs } from '../support/leases';
import { largeHtml } from '../support/factories';
import { anActor } from '../support/actor';

let service: Service;

beforeAll(async () => {
  service = await Service.start();
});

afterAll(() => service.stop());

/** Every AWS call of a send with an Idempotency-Key, by its place among the calls of the same operation. */
const calls = [
  { what: 'the credential', at: 'dynamodb GetItem', skip: 0 },
  { what: 'the allowance', at: 'dynamodb UpdateItem', skip: 0 },
  { what: 'the last use of the key', at: 'dynamodb UpdateItem', skip: 1 },
  { what: 'the claim of the Idempotency-Key', at: 'dynamodb PutItem', skip: 0 },
  { what: 'what the checks read', at: 'dynamodb BatchGetItem', skip: 0 },
  { what: 'the usage', at: 'dynamodb UpdateItem', skip: 2 },
  { what: 'the email', at: 'dynamodb BatchWriteItem', skip: 0 },
  { what: 'the content', at: 's3 PutObject', skip: 0 },
  { what: 'the hand-over', at: 'sesv2 SendEmail', skip: 0 },
  { what: 'the thread', at: 'dynamodb PutItem', skip: 1 },
  { what: 'the status sent', at: 'dynamodb UpdateItem', skip: 3 },
  { what: 'the stored answer', at: 'dynamodb UpdateItem', skip: 4 },
];

test('the table above names every AWS call that a send makes', async () => {
  const sender = await anActor(service, { mail: { html: largeHtml() } });
  const now = await service.now();

  await sender.sendOnce();

  const rows = (await service.calls(now)).filter((row) => row.function.endsWith('-sendEmail'));
  const made = rows.map((row) => `${row.service} ${row.operation}`);
  expect(made.sort()).toEqual(calls.map(({ at }) => at).sort());
});

const hasOthersBeside = ['the last use of the key', 'the usage', 'the content'];

/** `delay_ms`: what was called at the same time has taken effect by then. */
const deaths = calls.flatMap((call) => [
  { ...call, name: `before ${call.what}`, fault: { crash: 'before' } },
  { ...call, name: `after ${call.what}`, fault: { crash: 'after' } },
  ...(hasOthersBeside.includes(call.what)
    ? [
        {
          ...call,
          name: `before ${call.what}, the last of several`,
          fault: { crash: 'before', delay_ms: 150 },
        },
      ]
    : []),
]);

test.each(deaths)('a function killed $name: one mail at most, and a log that says so', async (death) => {
  const sender = await anActor(service, { mail: { html: largeHtml() } });
  const [awsService, operation] = death.at.split(' ');
  await service.control('POST', '/faults', {
    service: awsService,
    operation,
    ...death.fault,
    skip: death.skip,
    times: 1,
    function: 'sendEmail',
  });

  const died = await sender.sendOnce();
  await service.settle();
  await service.control('DELETE', '/faults');

  expect(died).toMatchObject({ status: 500, body: anError('internal_error') });
  const left = await sender.outbox();
  const logged = await sender.log();
  expect(left.length).toBeLessThanOrEqual(1);
  if (left.length === 1) expect(logged).toMatchObject([{ id: left[0]?.message_id, status: 'delivered' }]);
  else expect(logged.map(({ status }) => status)).toEqual(logged.length === 0 ? [] : ['queued']);

  await service.advance(leaseMs);
  const isUnknown = left.length === 0 && logged.length === 1;
  if (isUnknown) {
    expect(await sender.sendOnce()).toMatchObject({ status: 409, body: anError('idempotency_in_progress') });
    expect(await sender.outbox()).toEqual([]);
    await service.advance(unknownOutcomeMs);
  }
  const retried = await sender.sendOnce();
  await service.settle();

  expect(retried).toMatchObject({ status: 202, body: { status: 'sent' } });
  expect(await sender.outbox()).toMatchObject([{ message_id: retried.body.id }]);
  expect(await sender.log()).toMatchObject([{ id: retried.body.id, status: 'delivered' }]);
});

test('a content that was lost with the function is stored by the retry', async () => {
  const sender = await anActor(service, { mail: { html: largeHtml() } });
  const now = await service.now();
  const before = { service: 's3', operation: 'PutObject', crash: 'before', delay_ms: 150, times: 1 };
  await service.control('POST', '/faults', { ...before, function: 'sendEmail' });
  await sender.sendOnce();

  await service.advance(leaseMs + unknownOutcomeMs);
  const retried = await sender.sendOnce();

  const puts = (await service.calls(now)).filter(({ operation }) => operation === 'PutObject');
  expect(retried.status).toBe(202);
  expect(puts.map(({ error }) => error)).toEqual(['Crash', null]);
});

const hiccups = calls.filter(({ at }) => at !== 'sesv2 SendEmail');

test.each(hiccups)('an AWS error at $what is tried again, and the client does not notice', async (call) => {
  const sender = await anActor(service, { mail: { html: largeHtml() } });
  const [awsService, operation] = call.at.split(' ');
  await service.control('POST', '/faults', {
    service: awsService,
    operation,
    error: awsService === 's3' ? 'InternalError' : 'InternalServerError',
    skip: call.skip,
    times: 1,
    function: 'sendEmail',
  });

  const sent = await sender.sendOnce();
  await service.settle();

  expect(sent).toMatchObject({ status: 202, body: { status: 'sent' } });
  expect(await sender.outbox()).toMatchObject([{ message_id: sent.body.id }]);
  expect(await sender.log()).toMatchObject([{ id: sent.body.id, status: 'delivered' }]);
});
