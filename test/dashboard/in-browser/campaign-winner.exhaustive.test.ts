import type { Page } from 'playwright-core';
import { openPage, waitUntilTrue, useBrowser } from '../support/browser';
import { openCampaign, selectOption, fill, campaignIdIn, clickButton } from '../support/page-actions';
import { getCampaign } from '../support/campaigns';
import { defineNumberProperty, waitForImport, csvRows, uploadCsv } from '../support/csv-import';
import { useOwnService } from '../support/use-own-service';

const service = useOwnService();
useBrowser();

async function moveClock(page: Page, duration: string): Promise<void> {
  // Lets running work finish before the clock moves.
  await service().settle();
  await page.getByRole('link', { name: 'Clock', exact: true }).first().click();
  await clickButton(page, duration);
  await page.getByText('Advancing the clock and running due work…').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: duration, exact: true, disabled: false }).waitFor();
}

/** Moves the clock several times, because on a slow machine a call to SES can time out and is retried minutes later. */
async function moveClockUntil(page: Page, id: string, status: string): Promise<void> {
  const hasReached = async () => (await service().api('GET', `/v1/broadcasts/${id}`)).body.status === status;
  for (let move = 0; move < 6 && !(await hasReached()); move += 1) await moveClock(page, '15 minutes');
}

/** Imports 5,000 contacts into a new audience, and creates a segment that matches 1,000 of them. */
async function importPeople(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Properties', exact: true }).click();
  await defineNumberProperty(page, 'Seats', 'seats');
  await page.getByRole('link', { name: 'Contacts', exact: true }).click();
  await page.getByRole('link', { name: 'Import CSV' }).first().click();
  await uploadCsv(page, 'customers.csv', csvRows(5_000));
  await page.getByLabel('Audience', { exact: true }).selectOption('new');
  await fill(page, 'New audience name', 'Customers');
  await clickButton(page, 'Import 5,000 rows');
  await waitForImport(page, 'Done: 5,000 rows of customers.csv');

  await page.getByRole('link', { name: 'Create segment' }).click();
  await fill(page, 'Name', 'Large customers');
  await clickButton(page, 'Add property rule');
  await selectOption(page, 'Property', 'seats');
  await selectOption(page, 'Operator', 'gt');
  await fill(page, 'Value', '59');
  await fill(page, 'Has all tags', 'vip');
  await waitUntilTrue(async () => (await page.locator('.matches').textContent()) === '1,000contacts match');
  await clickButton(page, 'Save segment');
  await page.getByRole('heading', { level: 1, name: 'Large customers' }).waitFor();
}

/** Opens the local outbox, and reports there that `count` recipients of a variant opened the email. */
async function openMails(page: Page, id: string, variant: string, count: number): Promise<void> {
  const { body } = await service().api('GET', `/v1/broadcasts/${id}/recipients`);
  const rows: { email: string; variant: string }[] = body.data;
  const addresses = rows.filter((row) => row.variant === variant).slice(0, count);
  for (const { email } of addresses) {
    await page.goto(`${service().metadata.console}/app/outbox?to=${encodeURIComponent(email)}`);
    await clickButton(page, 'Open');
    await page.getByText('Reported.').waitFor();
  }
}

test('a user imports 5,000 contacts and creates a segment, and the better of two subjects goes to the remaining recipients', async () => {
  const { page, context, consoleErrors } = await openPage(`${service().metadata.console}/app/log`);
  await importPeople(page);
  await page.getByRole('link', { name: 'Campaigns', exact: true }).click();
  await page.getByRole('link', { name: 'Create campaign' }).click();
  await fill(page, 'Name', 'October');
  await selectOption(page, 'Audience', { label: 'Customers (5,000)' });
  await selectOption(page, 'Segment', { label: 'Large customers' });
  await fill(page, 'Subject', 'What is new in October');
  await fill(page, 'HTML', '<p>Hi {{first_name}}, <a href="https://acme.test/october">have a look</a>.</p>');
  await page.getByLabel('Test variants', { exact: true }).check();
  await fill(page, 'Key of variant 1', 'plain');
  await fill(page, 'Key of variant 2', 'asks');
  await fill(page, 'Subject of variant 2', 'Have you seen this?');
  await selectOption(page, 'Test duration', { label: '1 hour' });
  await clickButton(page, 'Save draft');

  await page.getByText('1,000 recipients', { exact: true }).waitFor();
  await page.getByText('200 recipients, 100 for each variant').waitFor();
  await page.getByText('Sent to 800 recipients').waitFor();
  await clickButton(page, 'Send now');
  await page.getByRole('heading', { name: 'Send to 1,000 recipients?' }).waitFor();
  await clickButton(page, 'Send to 1,000 recipients');
  await page.getByText('The campaign is being sent.').waitFor();
  const id = campaignIdIn(page);
  await moveClock(page, '1 minute');
  await moveClockUntil(page, id, 'testing');
  await openCampaign(page, 'October');
  await page.getByRole('heading', { name: 'A/B test in progress' }).waitFor();

  await openMails(page, id, 'asks', 12);
  await moveClock(page, '1 minute');
  await openCampaign(page, 'October');
  await page.getByRole('row', { name: /asks.* 12 1\d(\.\d+)?%/ }).waitFor();
  await moveClock(page, '1 hour');
  await moveClockUntil(page, id, 'sent');
  await openCampaign(page, 'October');

  await page.getByText('All recipients processed').waitFor();
  await page.getByText(/asks won\. Decided automatically at the end of the test/).waitFor();
  await page.getByText(/At the decision, 1\d(\.\d+)?% of asks, 0% of plain opened the email\./).waitFor();
  await page.getByRole('row', { name: /asks Winner.* 100 12 1\d(\.\d+)?%/ }).waitFor();
  await page
    .getByRole('row', { name: /^Rollout\s*asks to the remaining recipients 800 0 0% 0 0%$/ })
    .waitFor();
  expect((await getCampaign(service(), id)).ab_test).toMatchObject({ winner: 'asks', decided_by: 'auto' });
  await page.getByRole('link', { name: 'View all messages' }).click();
  await waitUntilTrue(async () => (await page.locator('tbody tr').count()) === 50);
  await page.getByRole('link', { name: 'Next page', exact: true }).click();
  await page.waitForURL(/cursor=/);
  expect(consoleErrors).toEqual([]);
  await context.close();
});
