import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { anEmail } from '../support/factories';
import { Service, type ApiResponse } from '../support/service';

/** A response, or undefined if the kill closed the connection first. */
type MaybeResponse = ApiResponse | undefined;

const sendCount = 200;

/** Sends many emails concurrently, each to a different address. */
function sendMany(service: Service, name: string): Promise<MaybeResponse>[] {
  return Array.from({ length: sendCount }, (_, index) =>
    service
      .api('POST', '/v1/emails', { body: anEmail({ to: `${name}-${index}@example.com` }) })
      .catch(() => undefined),
  );
}

/** Waits until the service has accepted this many sends. Other sends are still running. */
async function waitUntilAccepted(responses: Promise<MaybeResponse>[], count: number): Promise<void> {
  let accepted = 0;
  for (const result of responses)
    void result.then((response) => (accepted += response?.status === 202 ? 1 : 0));
  while (accepted < count) await sleep(1);
}

/** Sends SIGTERM. The data folder is kept. */
async function terminate({ dataDir }: Service): Promise<void> {
  const pid = Number(readFileSync(join(dataDir, 'runtime.pid'), 'utf8'));
  process.kill(pid, 'SIGTERM');
  while (isRunning(pid)) await sleep(5);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const acceptedIdsOf = (responses: MaybeResponse[]): string[] =>
  responses.flatMap((result) => (result?.status === 202 ? [String(result.body.id)] : []));

async function readWholeLog(service: Service): Promise<Map<string, string>> {
  const log = new Map<string, string>();
  let cursor: string | null = '';
  while (cursor !== null) {
    const { body }: ApiResponse = await service.api('GET', `/v1/emails?limit=100&cursor=${cursor}`);
    for (const { id, status } of body.data) log.set(id, status);
    cursor = body.next_cursor;
  }
  return log;
}

/** Moves the clock past the visibility timeout, so that SQS redelivers events whose processing was interrupted. */
const advancePastVisibilityTimeout = (service: Service): Promise<unknown> => service.advance(181_000);

/** Checks that the responses, the outbox and the email log agree. */
async function expectNothingLost(service: Service, accepted: string[]): Promise<void> {
  const log = await readWholeLog(service);
  const mailed = (await service.outbox()).map(({ message_id }) => String(message_id));

  expect(accepted.filter((id) => !log.has(id))).toEqual([]);
  expect(accepted.filter((id) => !mailed.includes(id))).toEqual([]);
  expect(mailed.filter((id, index) => mailed.indexOf(id) !== index)).toEqual([]);
  expect(mailed.filter((id) => log.get(id) !== 'delivered')).toEqual([]);
  const unsent = [...log].filter(([id]) => !mailed.includes(id));
  expect(unsent.filter(([, status]) => status !== 'queued')).toEqual([]);
}

// L-5
test('after kill -9 during 200 sends, no acknowledged email is lost and no email is sent twice', async () => {
  const firstService = await Service.start();
  await firstService.advance(3 * 3_600_000);
  await firstService.control('PUT', '/dns/kept.example', { TXT: ['still here'] });
  const before = await firstService.now();

  // SES stops responding after 150 emails, so that on any machine some sends are running when the runtime is
  // killed.
  await firstService.control('POST', '/faults', {
    service: 'sesv2',
    operation: 'SendEmail',
    skip: 150,
    delay_ms: 600_000,
  });
  const pendingSends = sendMany(firstService, 'killed');
  await waitUntilAccepted(pendingSends, 60);
  await firstService.killHard();
  const responses = await Promise.all(pendingSends);
  const secondService = await Service.start(firstService.dataDir);

  await secondService.settle();
  await advancePastVisibilityTimeout(secondService);
  const accepted = acceptedIdsOf(responses);
  expect(accepted.length).toBeGreaterThanOrEqual(60);
  expect(accepted.length).toBeLessThan(sendCount);
  await expectNothingLost(secondService, accepted);

  expect(secondService.metadata).toMatchObject({
    key: firstService.metadata.key,
    workspace: firstService.metadata.workspace,
  });
  const now = await secondService.now();
  expect(Date.parse(now)).toBeGreaterThan(Date.parse(before));
  expect(Date.parse(now) - Date.now()).toBeGreaterThan(3 * 3_600_000);
  expect(await secondService.control('DELETE', '/dns/kept.example')).toMatchObject({ deleted: true });

  const nextSend = await secondService.api('POST', '/v1/emails', {
    body: anEmail({ to: 'next@example.com' }),
  });
  await secondService.settle();
  expect(nextSend.status).toBe(202);
  expect((await secondService.api('GET', `/v1/emails/${nextSend.body.id}`)).body.status).toBe('delivered');
  await secondService.stop();
}, 300_000);

test('after SIGTERM during 200 sends, the runtime stops without waiting, and no acknowledged email is lost', async () => {
  const firstService = await Service.start();
  // With this delay, each later send would occupy its function for half a minute.
  await firstService.control('POST', '/faults', {
    service: 'dynamodb',
    operation: 'BatchWriteItem',
    skip: 100,
    delay_ms: 600_000,
  });
  const pendingSends = sendMany(firstService, 'stopped');
  await waitUntilAccepted(pendingSends, 30);

  const before = performance.now();
  await terminate(firstService);
  const durationMs = performance.now() - before;
  const responses = await Promise.all(pendingSends);
  const secondService = await Service.start(firstService.dataDir);
  await secondService.settle();
  await advancePastVisibilityTimeout(secondService);

  expect(durationMs).toBeLessThan(15_000);
  await expectNothingLost(secondService, acceptedIdsOf(responses));
  await secondService.stop();
}, 300_000);

test('after a restart of every function during 200 sends, no email is lost and no email is sent twice', async () => {
  const service = await Service.start();
  const pendingSends = sendMany(service, 'restarted');
  for (const count of [20, 60, 100]) {
    await waitUntilAccepted(pendingSends, count);
    await service.control('POST', '/restart');
  }

  const responses = await Promise.all(pendingSends);
  await service.settle();
  await advancePastVisibilityTimeout(service);

  const refused = responses.filter((result) => result?.status !== 202);
  for (const result of refused) {
    expect(result).toMatchObject({ status: 500, body: { error: { type: 'internal_error' } } });
  }
  expect(acceptedIdsOf(responses).length + refused.length).toBe(sendCount);
  await expectNothingLost(service, acceptedIdsOf(responses));
  await service.stop();
}, 300_000);
