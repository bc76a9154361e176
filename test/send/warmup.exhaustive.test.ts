import { refusalOf } from '../support/api-helpers';
import { dayMs } from '../../shared/core/time';
import { Service, type ApiResponse } from '../support/service';
import { type TestWorkspace, createTestWorkspace, numberedAddresses } from '../support/test-workspace';

let service: Service;
let workspace: TestWorkspace;

/** The number of marketing recipients. */
const firstDayQuota = 200;

beforeAll(async () => {
  service = await Service.start();
});

afterEach(() => service.control('DELETE', '/faults'));

afterAll(() => service.stop());

const sendMarketing = (overrides: Record<string, unknown> = {}, key?: string) =>
  workspace.send({ risk_class: 'marketing', ...overrides }, key);

/**
 * Sends marketing emails in batches of 25. Returns the number of accepted emails and the error types of the refused
 * emails.
 */
async function sendMarketingBatches(count: number): Promise<{ accepted: number; types: string[] }> {
  const items: ApiResponse['body'][] = [];
  for (let start = 0; start < count; start += 25) {
    const entries = numberedAddresses(Math.min(25, count - start)).map((to) => ({
      to,
      risk_class: 'marketing',
    }));
    items.push(...(await workspace.sendBatch(entries)).body.data);
  }
  const failed = items.filter(({ ok }) => !ok);
  return { accepted: items.length - failed.length, types: failed.map(({ error }) => error.type) };
}

async function advanceToMidnight(): Promise<void> {
  const now = await service.now();
  await service.advance(dayMs - (Date.parse(now) % dayMs) + 1_000);
}

describe('a domain that is warming up', () => {
  beforeAll(async () => {
    workspace = await createTestWorkspace(service, { marketing: true, warmup: true });
  });

  // E-52
  test('has a quota on the first day, which concurrent sends share', async () => {
    const before = await sendMarketingBatches(firstDayQuota - 3);

    const responses = await Promise.all(numberedAddresses(2).map((to) => sendMarketing({ to })));

    expect(before).toEqual({ accepted: firstDayQuota - 3, types: [] });
    expect(responses.map(({ status }) => status)).toEqual([202, 202]);
  });

  test('uses no quota for email that SES rejects', async () => {
    const fault = { service: 'sesv2', operation: 'SendEmail', error: 'MessageRejected', times: 1 };
    await service.control('POST', '/faults', fault);
    const refused = await sendMarketing();

    const responses = await Promise.all(numberedAddresses(10).map((to) => sendMarketing({ to })));

    expect(refusalOf(refused)).toMatchObject({ type: 'provider_error' });
    expect(responses.filter(({ status }) => status === 202)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 422)).toHaveLength(9);
  });

  // E-34, E-52
  test('makes the API refuse further email until 00:00 UTC, and that email remains queued and is not counted', async () => {
    const key = await workspace.createGuardedKey({ daily_send_limit: 1 });
    const used = await workspace.getEmailsUsed();

    const response = await sendMarketing({}, key);
    const [latestEmail] = await workspace.listEmails();

    expect(refusalOf(response)).toMatchObject({ status: 422, type: 'warmup_limit' });
    expect(latestEmail).toMatchObject({ status: 'queued', risk_class: 'marketing', sent_at: null });
    expect(await workspace.getEmailsUsed()).toBe(used);
    expect((await workspace.send({}, key)).status).toBe(202);
  });

  // E-53
  test('needs no quota for transactional email or email that is scheduled, held or rejected', async () => {
    await workspace.suppress('gone@example.com');
    const keyRequiringApproval = await workspace.createGuardedKey({ requires_approval: true });

    const responses = [
      await workspace.send(),
      await sendMarketing({ to: 'gone@example.com' }),
      await sendMarketing({}, keyRequiringApproval),
      await sendMarketing({ scheduled_at: 'in 30 days' }),
    ];

    expect(responses.map(({ body }) => body.status)).toEqual([
      'sent',
      'rejected',
      'pending_approval',
      'scheduled',
    ]);
  });

  test('has a higher quota on the next day', async () => {
    await advanceToMidnight();

    expect(await sendMarketingBatches(firstDayQuota + 1)).toEqual({ accepted: firstDayQuota + 1, types: [] });
  });
});

test('a domain that is not warming up has no quota', async () => {
  workspace = await createTestWorkspace(service, { marketing: true });

  expect(await sendMarketingBatches(firstDayQuota + 1)).toEqual({ accepted: firstDayQuota + 1, types: [] });
});
