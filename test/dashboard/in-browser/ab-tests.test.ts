import { keys } from '../../../shared/db/keys';
import { ServiceTable } from '../../support/table';
import { createAudience, createCampaign } from '../support/campaigns';
import { usePages } from '../support/browser';
import { useOwnService } from '../support/use-own-service';

const service = useOwnService();
const openPage = usePages(() => service().metadata.console);

const variants = [{ key: 'plain' }, { key: 'asks', subject: 'Have you seen this?' }];

const undecided = {
  metric: 'open',
  sampleShare: 0.2,
  decideAfterMinutes: 60,
  decideAt: '2026-01-01T10:00:00.000Z',
  winner: null,
  decidedBy: null,
  decidedAt: null,
};

const decided = { ...undecided, winner: 'asks', decidedBy: 'auto', decidedAt: '2026-01-01T10:00:00.000Z' };

/** 100 emails of each variant. */
const sample = {
  'plain:sent': 100,
  'plain:delivered': 100,
  'plain:opened': 3,
  'asks:sent': 100,
  'asks:delivered': 100,
  'asks:opened': 12,
};

/** Another 800 emails of the winner, and late opens of both variants in the sample. */
const current = {
  ...sample,
  'plain:opened': 8,
  'asks:sent': 900,
  'asks:delivered': 900,
  'asks:opened': 54,
  'asks:rollout-delivered': 800,
  'asks:rollout-opened': 40,
};

/** Creates a campaign with this A/B test and these counts, and returns its id. */
async function createTested(name: string, abTest: object, fields: object = {}): Promise<string> {
  const id = await createCampaign(service(), {
    name,
    audience_id: await createAudience(service(), name, 1),
    variants,
  });
  const workspaceId = service().metadata.workspace.id;
  await ServiceTable.with(service(), async (table) => {
    const times = { startedAt: '2026-01-01T08:00:00.000Z', finishedAt: '2026-01-01T11:00:00.000Z' };
    await table.update(keys.campaign(workspaceId, id), { status: 'sent', ...times, abTest, ...fields });
    const isCount = ([metric]: [string, number]) => metric.endsWith(':sent');
    const counts = Object.entries(current);
    await table.put({
      ...keys.campaignCounts(workspaceId, id),
      ...Object.fromEntries(counts.filter(isCount)),
    });
    await table.put({
      ...keys.campaignEngagement(workspaceId, id),
      ...Object.fromEntries(counts.filter((count) => !isCount(count))),
    });
  });
  return id;
}

const decisionRequests = (urls: readonly string[]): string[] =>
  urls.filter((url) => url.endsWith('/decision'));

test('a finished A/B test shows the figures at its decision, and the rollout apart', async () => {
  const id = await createTested('Finished', { ...decided, decidedStats: sample });

  const { page, consoleErrors, requestedUrls } = await openPage(`/app/campaigns/${id}`);

  await page.getByText(/asks won\. Decided automatically/).waitFor();
  await page.getByText('At the decision, 12% of asks, 3% of plain opened the email.').waitFor();
  await page.getByRole('img', { name: 'Open rate by variant. The highest value is 12%.' }).waitFor();
  await page.getByRole('row', { name: /^plain .* 100 3 3% 0 0%$/ }).waitFor();
  await page.getByRole('row', { name: /^asks Winner .* 100 12 12% 0 0%$/ }).waitFor();
  await page
    .getByRole('row', { name: /^Rollout\s*asks to the remaining recipients 800 40 5% 0 0%$/ })
    .waitFor();
  expect(decisionRequests(requestedUrls)).toHaveLength(1);
  expect(consoleErrors).toEqual([]);
});

test('an A/B test that an earlier version of the service decided shows its current figures, and says so', async () => {
  const id = await createTested('Earlier', decided);

  const { page, consoleErrors } = await openPage(`/app/campaigns/${id}`);

  await page
    .getByText(
      'Currently, 8% of plain, 6% of asks opened the email. These figures include the rollout, because an earlier version of the service decided the test.',
    )
    .waitFor();
  await page.getByRole('row', { name: /^asks Winner .* 900 54 6% 0 0%$/ }).waitFor();
  expect(await page.getByRole('row', { name: /^Rollout/ }).count()).toBe(0);
  // The browser logs every error response.
  expect(consoleErrors.filter((text) => !/status of 409/.test(text))).toEqual([]);
});

test('an A/B test without a winner shows its current figures without a request for a decision', async () => {
  const id = await createTested('Testing', undecided, { status: 'testing', finishedAt: null });

  const { page, consoleErrors, requestedUrls } = await openPage(`/app/campaigns/${id}`);

  await page.getByRole('row', { name: /^plain .* 100 8 8% 0 0%$/ }).waitFor();
  expect(decisionRequests(requestedUrls)).toEqual([]);
  expect(consoleErrors).toEqual([]);
});
