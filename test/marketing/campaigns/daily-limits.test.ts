import { keys } from '../../../shared/db/keys';
import { Campaigns } from '../../support/campaigns/campaigns';
import { createCampaignIn, scheduleTimes } from '../../support/campaigns/campaign-in-status';
import { numberedAddresses } from '../../support/test-workspace';
import type { ApiResponse } from '../../support/service';
import { ServiceTable } from '../../support/table';
import { useService } from '../../support/use-service';
import { aKey, refusalOf } from '../../support/api-helpers';

type Fields = Record<string, unknown>;

/** Campaigns and the daily limits of keys. A campaign is charged to a key once (CA-22). */
const service = useService();
let campaigns: Campaigns;

/** Each campaign has three recipients. */
beforeEach(async () => {
  campaigns = await Campaigns.create(service);
  await campaigns.addManyContacts(3);
});

/** Creates a key with this daily limit. */
const createKeyWithLimit = (daily_send_limit: number) =>
  campaigns.workspace.createGuardedKey({ daily_send_limit });

const schedule = (id: string, key: string, scheduled_at = scheduleTimes.due) =>
  campaigns.callAction(id, 'send', { scheduled_at }, key);
const reschedule = (id: string, key: string, scheduled_at: string | null) =>
  campaigns.api('PATCH', `/v1/broadcasts/${id}`, { scheduled_at }, key);
const sendNow = (id: string, key: string) => campaigns.callAction(id, 'send', {}, key);

/** Expects a response without an error. */
function expectSuccess({ status, body }: ApiResponse): ApiResponse['body'] {
  expect([status, body.error]).toEqual([expect.any(Number), undefined]);
  return body;
}

/** Expects a refusal by the daily limit and an unchanged campaign. */
async function expectLimitExceeded(id: string, action: () => Promise<ApiResponse>): Promise<void> {
  const before = await campaigns.getCampaign(id);
  const response = await action();
  expect(refusalOf(response)).toMatchObject({ status: 429, type: 'daily_limit' });
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await campaigns.getCampaign(id)).toEqual(before);
}

/** Expects that the key can send to exactly this number of recipients today. */
async function expectRemaining(key: string, remaining: number): Promise<void> {
  const sendTo = (count: number) =>
    campaigns.workspace.send({ to: numberedAddresses(count, 'left.example') }, key);
  expect(refusalOf(await sendTo(remaining + 1))).toMatchObject({ status: 429, type: 'daily_limit' });
  if (remaining > 0) expect((await sendTo(remaining)).status).toBe(202);
}

describe('a campaign is charged to the daily limit of a key', () => {
  test('and to the limit of each parent key, once for each key', async () => {
    const parent = await aKey(service, { creatorKey: campaigns.workspace.key, daily_send_limit: 5 });
    const child = await aKey(service, { creatorKey: parent.key, daily_send_limit: 4 });
    const [id, other] = [await campaigns.createDraft(), await campaigns.createDraft()];

    expectSuccess(await schedule(id, child.key));
    expectSuccess(await reschedule(id, parent.key, scheduleTimes.earlier));
    expectSuccess(await sendNow(id, child.key));

    await expectLimitExceeded(other, () => sendNow(other, child.key));
    await expectLimitExceeded(other, () => sendNow(other, parent.key));
    await expectRemaining(child.key, 1);
    await expectRemaining(parent.key, 1);
  });

  // CA-22
  test('once, regardless of how often the key schedules or sends the campaign', async () => {
    const [id, key] = [await campaigns.createDraft(), await createKeyWithLimit(5)];

    expectSuccess(await schedule(id, key));
    expectSuccess(await reschedule(id, key, scheduleTimes.earlier));
    expectSuccess(await reschedule(id, key, null));
    expectSuccess(await schedule(id, key));
    expectSuccess(await schedule(id, key, scheduleTimes.earlier));
    expectSuccess(await sendNow(id, key));

    await expectRemaining(key, 2);
  });

  // CA-22
  test('if its recipients fit within the limit, and is otherwise refused without a charge', async () => {
    const [sufficientKey, insufficientKey] = [await createKeyWithLimit(3), await createKeyWithLimit(2)];
    const [id, other] = [await campaigns.createDraft(), await campaigns.createDraft()];

    for (const action of [schedule, sendNow])
      await expectLimitExceeded(id, () => action(id, insufficientKey));
    expectSuccess(await sendNow(id, sufficientKey));

    await expectLimitExceeded(other, () => sendNow(other, sufficientKey));
    await expectRemaining(insufficientKey, 2);
    await expectRemaining(sufficientKey, 0);
  });

  test('in addition to other emails of the key', async () => {
    const [id, key] = [await campaigns.createDraft(), await createKeyWithLimit(4)];
    await campaigns.workspace.sendAccepted({ to: numberedAddresses(2, 'left.example') }, key);

    await expectLimitExceeded(id, () => sendNow(id, key));
    await expectRemaining(key, 2);
  });

  test('for every key that schedules or sends the campaign', async () => {
    const [first, insufficientKey, sufficientKey] = [
      await createKeyWithLimit(3),
      await createKeyWithLimit(2),
      await createKeyWithLimit(4),
    ];
    const id = await campaigns.createDraft();
    expectSuccess(await schedule(id, first));

    await expectLimitExceeded(id, () => reschedule(id, insufficientKey, scheduleTimes.earlier));
    await expectLimitExceeded(id, () => schedule(id, insufficientKey, scheduleTimes.earlier));
    await expectLimitExceeded(id, () => sendNow(id, insufficientKey));
    expectSuccess(await reschedule(id, sufficientKey, scheduleTimes.earlier));
    expectSuccess(await sendNow(id, sufficientKey));

    await expectRemaining(first, 0);
    await expectRemaining(insufficientKey, 2);
    await expectRemaining(sufficientKey, 1);
  });

  // CA-22
  test('but not when the campaign is postponed or returned to draft', async () => {
    const [id, key] = [await campaigns.createDraft(), await createKeyWithLimit(2)];
    expectSuccess(await schedule(id, campaigns.workspace.key));

    expectSuccess(await reschedule(id, key, scheduleTimes.later));
    await expectLimitExceeded(id, () => reschedule(id, key, scheduleTimes.due));
    expectSuccess(await schedule(id, key, '2099-08-01T00:00:00Z'));
    expectSuccess(await reschedule(id, key, null));
    await expectLimitExceeded(id, () => schedule(id, key));

    await expectRemaining(key, 2);
  });

  test('with its current number of recipients', async () => {
    const [unsubscribedContact = '', optedOutContact = ''] = numberedAddresses(3);
    const key = await createKeyWithLimit(2);
    await campaigns.workspace.createTopic('offers');
    const id = await campaigns.createDraft({ topic_key: 'offers' });

    await expectLimitExceeded(id, () => schedule(id, key));
    const { data } = await campaigns.callOk('GET', `/v1/contacts?email=${unsubscribedContact}`);
    await campaigns.callOk('PATCH', `/v1/contacts/${data[0].id}`, { unsubscribed: true });
    await campaigns.workspace.setTopicPreference(optedOutContact, 'offers', false);
    expectSuccess(await schedule(id, key));

    await expectRemaining(key, 1);
  });

  test('but not to a key without a limit or to an access token', async () => {
    const id = await campaigns.createDraft();

    expectSuccess(await schedule(id, await campaigns.workspace.createToken()));
    expectSuccess(await reschedule(id, campaigns.workspace.key, scheduleTimes.earlier));
    expectSuccess(await sendNow(id, await campaigns.workspace.createToken()));
  });
});

describe('the remaining recipients of a started campaign are charged', () => {
  const resume = (id: string, key: string) => campaigns.callAction(id, 'resume', undefined, key);
  const decide = (id: string, key: string) => campaigns.callAction(id, 'winner', { variant: 'b' }, key);

  /** Creates a paused campaign of five recipients: two were sent and one was skipped. */
  async function createPausedCampaign(): Promise<string> {
    const id = await createCampaignIn(campaigns, 'paused', { sizes: { first: 5, rest: 0 } });
    const table = await ServiceTable.open(service);
    const figures = { ':sent': 2, ':skipped': 1 };
    await table.put({ ...keys.campaignCounts(campaigns.workspace.workspaceId, id), ...figures });
    table.close();
    return id;
  }
  const startedCampaigns: [
    description: string,
    createStarted: () => Promise<string>,
    action: typeof resume,
  ][] = [
    ['when it resumes', createPausedCampaign, resume],
    ['when a test is decided', () => createCampaignIn(campaigns, 'testing'), decide],
  ];

  test.each(startedCampaigns)('%s', async (_description, createStarted, action) => {
    const [id, key, insufficientKey] = [
      await createStarted(),
      await createKeyWithLimit(4),
      await createKeyWithLimit(1),
    ];

    await expectLimitExceeded(id, () => action(id, insufficientKey));
    expect(expectSuccess(await action(id, key))).toMatchObject({ status: 'sending' });

    await expectRemaining(insufficientKey, 1);
    await expectRemaining(key, 2);
  });

  test.each(startedCampaigns)(
    '%s, but not to the key that started the campaign',
    async (_description, createStarted, action) => {
      const [id, key] = [await createStarted(), await createKeyWithLimit(1)];
      const { id: keyId } = await findKey(key);
      await changeStored(id, { chargedKeys: new Set([keyId]) });

      expectSuccess(await action(id, key));

      await expectRemaining(key, 1);
    },
  );

  test('when a campaign that paused before its first recipient resumes', async () => {
    const [insufficientKey, sufficientKey] = [await createKeyWithLimit(2), await createKeyWithLimit(4)];
    const id = await campaigns.createDraft();
    await campaigns.send(id, { scheduled_at: '2020-01-01T00:00:00Z' });
    await campaigns.workspace.updateWorkspace({ postal_address: null });
    await campaigns.waitUntilIdle();
    expect(await campaigns.getCampaign(id)).toMatchObject({
      status: 'paused',
      pause_reason: 'no_postal_address',
    });
    await campaigns.workspace.updateWorkspace({ postal_address: '1 Lane' });

    await expectLimitExceeded(id, () => resume(id, insufficientKey));
    expectSuccess(await resume(id, sufficientKey));

    await expectRemaining(sufficientKey, 1);
  });

  /** Changes the stored campaign directly. */
  async function changeStored(id: string, fields: Fields): Promise<void> {
    const table = await ServiceTable.open(service);
    await table.update(keys.campaign(campaigns.workspace.workspaceId, id), fields);
    table.close();
  }

  /** Finds the key by the last characters of its secret. */
  async function findKey(secret: string): Promise<ApiResponse['body']> {
    const { data } = await campaigns.callOk('GET', '/v1/api-keys');
    return data.find(({ last4 }: Fields) => last4 === secret.slice(-4));
  }
});

describe('a winner that is already recorded', () => {
  // CA-39
  test('is not changed or charged by another decision', async () => {
    const decidedAt = '2026-01-01T09:00:00.000Z';
    const id = await createCampaignIn(campaigns, 'testing');
    const table = await ServiceTable.open(service);
    const key = keys.campaign(campaigns.workspace.workspaceId, id);
    const { abTest } = (await table.get(key)) ?? {};
    await table.update(key, { abTest: { ...(abTest as Fields), winner: 'a', decidedBy: 'auto', decidedAt } });
    table.close();

    const limitedKey = await createKeyWithLimit(2);

    for (const variant of ['b', undefined]) {
      const { status, body } = await campaigns.callAction(id, 'winner', { variant }, limitedKey);
      expect([variant, status, body.ab_test]).toMatchObject([
        variant,
        202,
        { winner: 'a', decided_by: 'auto', decided_at: decidedAt },
      ]);
    }
    await expectRemaining(limitedKey, 2);
  });
});
