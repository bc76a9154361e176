import { keys } from '../../../shared/db/keys';
import { Campaigns } from '../../support/campaigns/campaigns';
import { aCampaignIn, times } from '../../support/campaigns/statuses';
import { people } from '../../support/actor';
import type { Answer } from '../../support/service';
import { ServiceTable } from '../../support/table';
import { theService } from '../../support/the-service';
import { aKey, refusalOf } from '../../support/arrange';

type Fields = Record<string, unknown>;

/** What campaigns count on the day of a key: each once, whoever sets it on its way (contract.md 4.14). */
const service = theService();
let campaigns: Campaigns;

/** Three people. */
beforeEach(async () => {
  campaigns = await Campaigns.start(service);
  await campaigns.addMany(3);
});

/** A key that may mail so many people a day. */
const aKeyFor = (daily_send_limit: number) => campaigns.actor.guarded({ daily_send_limit });

const schedule = (id: string, key: string, scheduled_at = times.due) =>
  campaigns.act(id, 'send', { scheduled_at }, key);
const move = (id: string, key: string, scheduled_at: string | null) =>
  campaigns.api('PATCH', `/v1/broadcasts/${id}`, { scheduled_at }, key);
const sendNow = (id: string, key: string) => campaigns.act(id, 'send', {}, key);

/** Done, with nothing to say against it. */
function expectDone({ status, body }: Answer): Answer['body'] {
  expect([status, body.error]).toEqual([expect.any(Number), undefined]);
  return body;
}

/** It does not fit the day, and the campaign is as it was. */
async function expectTooMany(id: string, does: () => Promise<Answer>): Promise<void> {
  const before = await campaigns.read(id);
  const answer = await does();
  expect(refusalOf(answer)).toMatchObject({ status: 429, type: 'daily_limit' });
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await campaigns.read(id)).toEqual(before);
}

/** The key may mail exactly so many more today. */
async function expectLeft(key: string, left: number): Promise<void> {
  const mail = (count: number) => campaigns.actor.send({ to: people(count, 'left.example') }, key);
  expect(refusalOf(await mail(left + 1))).toMatchObject({ status: 429, type: 'daily_limit' });
  if (left > 0) expect((await mail(left)).status).toBe(202);
}

describe('a campaign is counted on the day of a key', () => {
  test('and of each key above it that has a limit, each once', async () => {
    const parent = await aKey(service, { by: campaigns.actor.key, daily_send_limit: 5 });
    const child = await aKey(service, { by: parent.key, daily_send_limit: 4 });
    const [id, other] = [await campaigns.draft(), await campaigns.draft()];

    expectDone(await schedule(id, child.key));
    expectDone(await move(id, parent.key, times.earlier));
    expectDone(await sendNow(id, child.key));

    await expectTooMany(other, () => sendNow(other, child.key));
    await expectTooMany(other, () => sendNow(other, parent.key));
    await expectLeft(child.key, 1);
    await expectLeft(parent.key, 1);
  });

  test('once, however often the key sets it on its way', async () => {
    const [id, key] = [await campaigns.draft(), await aKeyFor(5)];

    expectDone(await schedule(id, key));
    expectDone(await move(id, key, times.earlier));
    expectDone(await move(id, key, null));
    expectDone(await schedule(id, key));
    expectDone(await schedule(id, key, times.earlier));
    expectDone(await sendNow(id, key));

    await expectLeft(key, 2);
  });

  test('where it fits exactly; one more does not, and then nothing is counted', async () => {
    const [fits, tooFew] = [await aKeyFor(3), await aKeyFor(2)];
    const [id, other] = [await campaigns.draft(), await campaigns.draft()];

    for (const does of [schedule, sendNow]) await expectTooMany(id, () => does(id, tooFew));
    expectDone(await sendNow(id, fits));

    await expectTooMany(other, () => sendNow(other, fits));
    await expectLeft(tooFew, 2);
    await expectLeft(fits, 0);
  });

  test('with what the key sent otherwise', async () => {
    const [id, key] = [await campaigns.draft(), await aKeyFor(4)];
    await campaigns.actor.accepted({ to: people(2, 'left.example') }, key);

    await expectTooMany(id, () => sendNow(id, key));
    await expectLeft(key, 2);
  });

  test('of every key that sets it on its way', async () => {
    const [first, tooFew, enough] = [await aKeyFor(3), await aKeyFor(2), await aKeyFor(4)];
    const id = await campaigns.draft();
    expectDone(await schedule(id, first));

    await expectTooMany(id, () => move(id, tooFew, times.earlier));
    await expectTooMany(id, () => schedule(id, tooFew, times.earlier));
    await expectTooMany(id, () => sendNow(id, tooFew));
    expectDone(await move(id, enough, times.earlier));
    expectDone(await sendNow(id, enough));

    await expectLeft(first, 0);
    await expectLeft(tooFew, 2);
    await expectLeft(enough, 1);
  });

  test('not where it is moved to later, nor made a draft again', async () => {
    const [id, key] = [await campaigns.draft(), await aKeyFor(2)];
    expectDone(await schedule(id, campaigns.actor.key));

    expectDone(await move(id, key, times.later));
    await expectTooMany(id, () => move(id, key, times.due));
    expectDone(await schedule(id, key, '2099-08-01T00:00:00Z'));
    expectDone(await move(id, key, null));
    await expectTooMany(id, () => schedule(id, key));

    await expectLeft(key, 2);
  });

  test('with whoever it would be for now', async () => {
    const [gone = '', out = ''] = people(3);
    const key = await aKeyFor(2);
    await campaigns.actor.topic('offers');
    const id = await campaigns.draft({ topic_key: 'offers' });

    await expectTooMany(id, () => schedule(id, key));
    const { data } = await campaigns.ok('GET', `/v1/contacts?email=${gone}`);
    await campaigns.ok('PATCH', `/v1/contacts/${data[0].id}`, { unsubscribed: true });
    await campaigns.actor.choose(out, 'offers', false);
    expectDone(await schedule(id, key));

    await expectLeft(key, 1);
  });

  test('never of one without a limit, nor of an access token', async () => {
    const id = await campaigns.draft();

    expectDone(await schedule(id, await campaigns.actor.token()));
    expectDone(await move(id, campaigns.actor.key, times.earlier));
    expectDone(await sendNow(id, await campaigns.actor.token()));
  });
});

describe('of a campaign that has begun, who is still to be mailed is counted:', () => {
  const resume = (id: string, key: string) => campaigns.act(id, 'resume', undefined, key);
  const decide = (id: string, key: string) => campaigns.act(id, 'winner', { variant: 'b' }, key);

  /** Five people, of whom three were mailed. */
  async function paused(): Promise<string> {
    const id = await aCampaignIn(campaigns, 'paused', { sizes: { first: 5, rest: 0 } });
    const table = await ServiceTable.open(service);
    const figures = { ':sent': 2, ':skipped': 1 };
    await table.put({ ...keys.campaignFigures(campaigns.actor.workspaceId, id), ...figures });
    table.close();
    return id;
  }
  const begun: [what: string, begin: () => Promise<string>, does: typeof resume][] = [
    ['on resume', paused, resume],
    ['on deciding a test', () => aCampaignIn(campaigns, 'testing'), decide],
  ];

  test.each(begun)('%s', async (_what, begin, does) => {
    const [id, key, tooFew] = [await begin(), await aKeyFor(4), await aKeyFor(1)];

    await expectTooMany(id, () => does(id, tooFew));
    expect(expectDone(await does(id, key))).toMatchObject({ status: 'sending' });

    await expectLeft(tooFew, 1);
    await expectLeft(key, 2);
  });

  test.each(begun)('%s, but not by the key that set it on its way', async (_what, begin, does) => {
    const [id, key] = [await begin(), await aKeyFor(1)];
    const { id: keyId } = await keyNamed(key);
    await set(id, { paidBy: new Set([keyId]) });

    expectDone(await does(id, key));

    await expectLeft(key, 1);
  });

  test('on resume of one that paused before anybody was mailed, all whom it is for', async () => {
    const [tooFew, enough] = [await aKeyFor(2), await aKeyFor(4)];
    const id = await campaigns.draft();
    await campaigns.send(id, { scheduled_at: '2020-01-01T00:00:00Z' });
    await campaigns.actor.set({ postal_address: null });
    await campaigns.untilIdle();
    expect(await campaigns.read(id)).toMatchObject({ status: 'paused', pause_reason: 'no_postal_address' });
    await campaigns.actor.set({ postal_address: '1 Lane' });

    await expectTooMany(id, () => resume(id, tooFew));
    expectDone(await resume(id, enough));

    await expectLeft(enough, 1);
  });

  /** Changes what the table has of a campaign. */
  async function set(id: string, fields: Fields): Promise<void> {
    const table = await ServiceTable.open(service);
    await table.change(keys.campaign(campaigns.actor.workspaceId, id), fields);
    table.close();
  }

  /** The key whose secret ends like this. */
  async function keyNamed(secret: string): Promise<Answer['body']> {
    const { data } = await campaigns.ok('GET', '/v1/api-keys');
    return data.find(({ last4 }: Fields) => last4 === secret.slice(-4));
  }
});

describe('a winner that is recorded already', () => {
  test('stands, whatever is decided now, and nothing is counted', async () => {
    const decidedAt = '2026-01-01T09:00:00.000Z';
    const id = await aCampaignIn(campaigns, 'testing');
    const table = await ServiceTable.open(service);
    const key = keys.campaign(campaigns.actor.workspaceId, id);
    const { abTest } = (await table.get(key)) ?? {};
    await table.change(key, { abTest: { ...(abTest as Fields), winner: 'a', decidedBy: 'auto', decidedAt } });
    table.close();

    const limited = await aKeyFor(2);

    for (const variant of ['b', undefined]) {
      const { status, body } = await campaigns.act(id, 'winner', { variant }, limited);
      expect([variant, status, body.ab_test]).toMatchObject([
        variant,
        202,
        { winner: 'a', decided_by: 'auto', decided_at: decidedAt },
      ]);
    }
    await expectLeft(limited, 2);
  });
});
