import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { anEmail } from '../support/factories';
import { Service, type Answer } from '../support/service';

/** A request whose connection the kill cut off has no answer. */
type MaybeAnswer = Answer | undefined;

const sends = 200;

/** Many sends at once, each to an address of its own. */
function sendMany(service: Service, name: string): Promise<MaybeAnswer>[] {
  return Array.from({ length: sends }, (_, at) =>
    service
      .api('POST', '/v1/emails', { body: anEmail({ to: `${name}-${at}@example.com` }) })
      .catch(() => undefined),
  );
}

/** Waits until so many were accepted: in the middle of the work. */
async function untilAccepted(answers: Promise<MaybeAnswer>[], count: number): Promise<void> {
  let accepted = 0;
  for (const answer of answers) void answer.then((one) => (accepted += one?.status === 202 ? 1 : 0));
  while (accepted < count) await sleep(1);
}

/** SIGTERM, and the data folder stays. */
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

const idsOf = (answers: MaybeAnswer[]): string[] =>
  answers.flatMap((answer) => (answer?.status === 202 ? [String(answer.body.id)] : []));

async function wholeLog(service: Service): Promise<Map<string, string>> {
  const log = new Map<string, string>();
  let cursor: string | null = '';
  while (cursor !== null) {
    const { body }: Answer = await service.api('GET', `/v1/emails?limit=100&cursor=${cursor}`);
    for (const { id, status } of body.data) log.set(id, status);
    cursor = body.next_cursor;
  }
  return log;
}

/** Events that were being handled come back when their visibility timeout is over. */
const untilEventsComeBack = (service: Service): Promise<unknown> => service.advance(181_000);

/** The three books agree: what clients were told, what the provider took, and what the log says. */
async function expectNothingLost(service: Service, accepted: string[]): Promise<void> {
  const log = await wholeLog(service);
  const mailed = (await service.outbox()).map(({ message_id }) => String(message_id));

  expect(accepted.filter((id) => !log.has(id))).toEqual([]);
  expect(accepted.filter((id) => !mailed.includes(id))).toEqual([]);
  expect(mailed.filter((id, at) => mailed.indexOf(id) !== at)).toEqual([]);
  expect(mailed.filter((id) => log.get(id) !== 'delivered')).toEqual([]);
  const unsent = [...log].filter(([id]) => !mailed.includes(id));
  expect(unsent.filter(([, status]) => status !== 'queued')).toEqual([]);
}

test('kill -9 in the middle of 200 sends loses nothing that was acknowledged and sends nothing twice', async () => {
  const first = await Service.start();
  await first.advance(3 * 3_600_000);
  await first.control('PUT', '/dns/kept.example', { TXT: ['still here'] });
  const before = await first.now();

  // However fast the machine is: when the others would be handed over, the provider is silent.
  await first.control('POST', '/faults', {
    service: 'sesv2',
    operation: 'SendEmail',
    skip: 150,
    delay_ms: 600_000,
  });
  const running = sendMany(first, 'killed');
  await untilAccepted(running, 60);
  await first.killHard();
  const answers = await Promise.all(running);
  const second = await Service.start(first.dataDir);

  await second.settle();
  await untilEventsComeBack(second);
  const accepted = idsOf(answers);
  expect(accepted.length).toBeGreaterThanOrEqual(60);
  expect(accepted.length).toBeLessThan(sends);
  await expectNothingLost(second, accepted);

  expect(second.at).toMatchObject({ key: first.at.key, workspace: first.at.workspace });
  const now = await second.now();
  expect(Date.parse(now)).toBeGreaterThan(Date.parse(before));
  expect(Date.parse(now) - Date.now()).toBeGreaterThan(3 * 3_600_000);
  expect(await second.control('DELETE', '/dns/kept.example')).toMatchObject({ deleted: true });

  const next = await second.api('POST', '/v1/emails', { body: anEmail({ to: 'next@example.com' }) });
  await second.settle();
  expect(next.status).toBe(202);
  expect((await second.api('GET', `/v1/emails/${next.body.id}`)).body.status).toBe('delivered');
  await second.stop();
}, 300_000);

test('SIGTERM in the middle of 200 sends stops without waiting for them, and nothing acknowledged is lost', async () => {
  const first = await Service.start();
  // Each of these would hold its function for half a minute.
  await first.control('POST', '/faults', {
    service: 'dynamodb',
    operation: 'BatchWriteItem',
    skip: 100,
    delay_ms: 600_000,
  });
  const running = sendMany(first, 'stopped');
  await untilAccepted(running, 30);

  const before = performance.now();
  await terminate(first);
  const tookMs = performance.now() - before;
  const answers = await Promise.all(running);
  const second = await Service.start(first.dataDir);
  await second.settle();
  await untilEventsComeBack(second);

  expect(tookMs).toBeLessThan(15_000);
  await expectNothingLost(second, idsOf(answers));
  await second.stop();
}, 300_000);

test('a restart of every function in the middle of 200 sends loses nothing and sends nothing twice', async () => {
  const service = await Service.start();
  const running = sendMany(service, 'restarted');
  for (const count of [20, 60, 100]) {
    await untilAccepted(running, count);
    await service.control('POST', '/restart');
  }

  const answers = await Promise.all(running);
  await service.settle();
  await untilEventsComeBack(service);

  const refused = answers.filter((answer) => answer?.status !== 202);
  for (const answer of refused) {
    expect(answer).toMatchObject({ status: 500, body: { error: { type: 'internal_error' } } });
  }
  expect(idsOf(answers).length + refused.length).toBe(sends);
  await expectNothingLost(service, idsOf(answers));
  await service.stop();
}, 300_000);
