import { Service } from '../support/service';
import { anError } from '../support/matchers';
import { idempotencyLeaseMs, outcomeTimeoutMs } from '../support/leases';
import { largeHtml } from '../support/factories';
import { createTestWorkspace } from '../support/test-workspace';

let service: Service;

beforeAll(async () => {
  service = await Service.start();
});

afterAll(() => service.stop());

/** The AWS calls of a send with an Idempotency-Key. `skip` is the number of earlier calls of the same operation. */
const calls = [
  { what: 'the credential', awsCall: 'dynamodb GetItem', skip: 0 },
  { what: 'the allowance', awsCall: 'dynamodb UpdateItem', skip: 0 },
  { what: 'the last use of the key', awsCall: 'dynamodb UpdateItem', skip: 1 },
  { what: 'the claim of the Idempotency-Key', awsCall: 'dynamodb PutItem', skip: 0 },
  { what: 'the records for the checks', awsCall: 'dynamodb BatchGetItem', skip: 0 },
  { what: 'the usage', awsCall: 'dynamodb UpdateItem', skip: 2 },
  { what: 'the email', awsCall: 'dynamodb BatchWriteItem', skip: 0 },
  { what: 'the content', awsCall: 's3 PutObject', skip: 0 },
  { what: 'the SES submit', awsCall: 'sesv2 SendEmail', skip: 0 },
  { what: 'the thread', awsCall: 'dynamodb PutItem', skip: 1 },
  { what: 'the status sent', awsCall: 'dynamodb UpdateItem', skip: 3 },
  { what: 'the stored response', awsCall: 'dynamodb UpdateItem', skip: 4 },
];

test('a send makes exactly the listed AWS calls', async () => {
  const workspace = await createTestWorkspace(service, { mail: { html: largeHtml() } });
  const now = await service.now();

  await workspace.sendOnce();

  const rows = (await service.calls(now)).filter((row) => row.function.endsWith('-sendEmail'));
  const callsMade = rows.map((row) => `${row.service} ${row.operation}`);
  expect(callsMade.sort()).toEqual(calls.map(({ awsCall }) => awsCall).sort());
});

const parallelCalls = ['the last use of the key', 'the usage', 'the content'];

/** `delay_ms` delays the crash until the parallel calls have taken effect. */
const crashPoints = calls.flatMap((call) => [
  { ...call, name: `before ${call.what}`, fault: { crash: 'before' } },
  { ...call, name: `after ${call.what}`, fault: { crash: 'after' } },
  ...(parallelCalls.includes(call.what)
    ? [
        {
          ...call,
          name: `before ${call.what}, after the parallel calls`,
          fault: { crash: 'before', delay_ms: 150 },
        },
      ]
    : []),
]);

test.each(crashPoints)(
  'a function killed $name sends at most one email, as the log shows',
  async (crashPoint) => {
    const workspace = await createTestWorkspace(service, { mail: { html: largeHtml() } });
    const [awsService, operation] = crashPoint.awsCall.split(' ');
    await service.control('POST', '/faults', {
      service: awsService,
      operation,
      ...crashPoint.fault,
      skip: crashPoint.skip,
      times: 1,
      function: 'sendEmail',
    });

    const crashedResponse = await workspace.sendOnce();
    await service.settle();
    await service.control('DELETE', '/faults');

    expect(crashedResponse).toMatchObject({ status: 500, body: anError('internal_error') });
    const mailsSent = await workspace.outbox();
    const logged = await workspace.listEmails();
    expect(mailsSent.length).toBeLessThanOrEqual(1);
    if (mailsSent.length === 1)
      expect(logged).toMatchObject([{ id: mailsSent[0]?.message_id, status: 'delivered' }]);
    else expect(logged.map(({ status }) => status)).toEqual(logged.length === 0 ? [] : ['queued']);

    await service.advance(idempotencyLeaseMs);
    const hasUnknownOutcome = mailsSent.length === 0 && logged.length === 1;
    if (hasUnknownOutcome) {
      expect(await workspace.sendOnce()).toMatchObject({
        status: 409,
        body: anError('idempotency_in_progress'),
      });
      expect(await workspace.outbox()).toEqual([]);
      await service.advance(outcomeTimeoutMs);
    }
    const retried = await workspace.sendOnce();
    await service.settle();

    expect(retried).toMatchObject({ status: 202, body: { status: 'sent' } });
    expect(await workspace.outbox()).toMatchObject([{ message_id: retried.body.id }]);
    expect(await workspace.listEmails()).toMatchObject([{ id: retried.body.id, status: 'delivered' }]);
  },
);

test('a retry stores content that was lost when the function crashed', async () => {
  const workspace = await createTestWorkspace(service, { mail: { html: largeHtml() } });
  const now = await service.now();
  const crashBefore = { service: 's3', operation: 'PutObject', crash: 'before', delay_ms: 150, times: 1 };
  await service.control('POST', '/faults', { ...crashBefore, function: 'sendEmail' });
  await workspace.sendOnce();

  await service.advance(idempotencyLeaseMs + outcomeTimeoutMs);
  const retried = await workspace.sendOnce();

  const puts = (await service.calls(now)).filter(({ operation }) => operation === 'PutObject');
  expect(retried.status).toBe(202);
  expect(puts.map(({ error }) => error)).toEqual(['Crash', null]);
});

const retriableCalls = calls.filter(({ awsCall }) => awsCall !== 'sesv2 SendEmail');

test.each(retriableCalls)('an AWS error at $what is retried transparently for the client', async (call) => {
  const workspace = await createTestWorkspace(service, { mail: { html: largeHtml() } });
  const [awsService, operation] = call.awsCall.split(' ');
  await service.control('POST', '/faults', {
    service: awsService,
    operation,
    error: awsService === 's3' ? 'InternalError' : 'InternalServerError',
    skip: call.skip,
    times: 1,
    function: 'sendEmail',
  });

  const sent = await workspace.sendOnce();
  await service.settle();

  expect(sent).toMatchObject({ status: 202, body: { status: 'sent' } });
  expect(await workspace.outbox()).toMatchObject([{ message_id: sent.body.id }]);
  expect(await workspace.listEmails()).toMatchObject([{ id: sent.body.id, status: 'delivered' }]);
});
