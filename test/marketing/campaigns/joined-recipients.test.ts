import { Campaigns } from '../../support/campaigns/campaigns';
import { numberedAddresses } from '../../support/test-workspace';
import { useService, useTimeTravelRuntime } from '../../support/use-service';
import { aKey, refusalOf } from '../../support/api-helpers';
import { hourMs, dayMs } from '../../../shared/core/time';

/** Recipients who join between the scheduling and the start of a campaign (CA-46). */
const service = useService();
useTimeTravelRuntime();

let campaigns: Campaigns;

/** Each campaign has three recipients when it is scheduled. */
beforeEach(async () => {
  campaigns = await Campaigns.create(service);
  await campaigns.addManyContacts(3);
});

afterEach(() => service.control('DELETE', '/faults'));

const createKey = (daily_send_limit: number, creatorKey = campaigns.workspace.key) =>
  aKey(service, { creatorKey, daily_send_limit });

/** Schedules a new campaign for noon of the next UTC day, and returns its id. */
async function schedule(key: string): Promise<string> {
  const id = await campaigns.createDraft();
  const now = Date.parse(await service.now());
  const at = now - (now % dayMs) + 1.5 * dayMs;
  const response = await campaigns.api(
    'POST',
    `/v1/broadcasts/${id}/send`,
    { scheduled_at: new Date(at).toISOString() },
    key,
  );
  if (response.status !== 202) throw new Error(JSON.stringify(response.body));
  return id;
}

/** Moves the clock to an hour after the start of the campaign. */
async function start(): Promise<void> {
  const now = Date.parse(await service.now());
  await service.advance(dayMs - (now % dayMs) + 13 * hourMs);
  await campaigns.waitUntilIdle();
}

const join = (count: number) => campaigns.addManyContacts(count, 'joined.example');

async function expectRemaining(key: string, remaining: number): Promise<void> {
  const sendTo = (count: number) =>
    campaigns.workspace.send({ to: numberedAddresses(count, 'left.example') }, key);
  expect(refusalOf(await sendTo(remaining + 1))).toMatchObject({ status: 429, type: 'daily_limit' });
  if (remaining > 0) expect((await sendTo(remaining)).status).toBe(202);
}

const stateOf = async (id: string) => {
  const { status, pause_reason, resume_after } = await campaigns.getCampaign(id);
  return { status, pause_reason, resume_after };
};

const sent = { status: 'sent', pause_reason: null, resume_after: null };
const paused = { status: 'paused', pause_reason: 'daily_limit', resume_after: null };

// CA-46
test('count toward the daily limit on the day of the start, up to the last one that it allows', async () => {
  const { key } = await createKey(4);
  const id = await schedule(key);
  await join(4);

  await start();

  expect(await stateOf(id)).toEqual(sent);
  expect(await campaigns.listMailedAddresses()).toHaveLength(7);
  await expectRemaining(key, 0);
});

// CA-46
test('pause the campaign if one more joins than the limit allows', async () => {
  const { key } = await createKey(4);
  const id = await schedule(key);
  await join(5);

  await start();

  expect(await stateOf(id)).toEqual(paused);
  expect(await campaigns.listMailedAddresses()).toEqual([]);
  await expectRemaining(key, 4);
});

// CA-46
test('share the limit with other mail of the day, and are mailed on the next UTC day', async () => {
  const { key } = await createKey(4);
  const id = await schedule(key);
  await join(4);
  const now = Date.parse(await service.now());
  await service.advance(dayMs - (now % dayMs) + hourMs);
  await campaigns.workspace.sendAccepted({}, key);
  await service.advance(12 * hourMs);
  await campaigns.waitUntilIdle();
  const onFirstDay = await stateOf(id);

  await service.advance(12 * hourMs);
  await campaigns.waitUntilIdle();

  expect(onFirstDay).toEqual(paused);
  expect(await stateOf(id)).toEqual(sent);
});

// CA-46
test('count at the start only, and nothing counts if no contact joined', async () => {
  const { key } = await createKey(3);
  const id = await schedule(key);

  await start();

  expect(await stateOf(id)).toEqual(sent);
  await expectRemaining(key, 3);
});

// CA-46
test('count toward the limits of all keys above, and a revoked key still limits', async () => {
  const parent = await createKey(4);
  const child = await createKey(4, parent.key);
  await campaigns.callOk('PATCH', `/v1/api-keys/${child.id}`, { daily_send_limit: null });
  const id = await schedule(child.key);
  await campaigns.api('DELETE', `/v1/api-keys/${parent.id}`);
  await join(5);

  await start();

  expect(await stateOf(id)).toEqual(paused);
  expect(await campaigns.listMailedAddresses()).toEqual([]);
});

// CA-46
test('do not mail anyone while the campaign is paused, and a raised limit lets it continue', async () => {
  const { id: keyId, key } = await createKey(3);
  const id = await schedule(key);
  await join(4);
  await start();
  const before = await stateOf(id);

  await campaigns.callOk('PATCH', `/v1/api-keys/${keyId}`, { daily_send_limit: 4 });
  await campaigns.callOk('POST', `/v1/broadcasts/${id}/resume`);
  await campaigns.waitUntilIdle();

  expect(before).toEqual(paused);
  expect(await stateOf(id)).toEqual(sent);
});

// CA-46
test('are not limited once a key without a daily limit resumes or sends the campaign', async () => {
  const { key } = await createKey(3);
  const [resumed, scheduled] = [await schedule(key), await campaigns.createDraft()];
  await join(4);
  await start();

  await campaigns.callOk('POST', `/v1/broadcasts/${resumed}/resume`);
  await campaigns.callOk('POST', `/v1/broadcasts/${scheduled}/send`, {});
  await campaigns.waitUntilIdle();

  expect([await stateOf(resumed), await stateOf(scheduled)]).toEqual([sent, sent]);
});

// CA-46
test('are charged once if the worker dies after the charge', async () => {
  const { key } = await createKey(5);
  const id = await schedule(key);
  await join(2);
  await service.control('POST', '/faults', {
    service: 'dynamodb',
    operation: 'TransactWriteItems',
    function: 'runCampaigns',
    crash: 'after',
    times: 1,
  });

  await start();

  expect(await stateOf(id)).toEqual(sent);
  await expectRemaining(key, 3);
});

// CA-46
test('of a campaign that was scheduled without recipients all count at the start', async () => {
  const empty = await Campaigns.create(service);
  campaigns = empty;
  const { key } = await createKey(2);
  const id = await schedule(key);
  await join(3);

  await start();

  expect(await stateOf(id)).toEqual(paused);
});
