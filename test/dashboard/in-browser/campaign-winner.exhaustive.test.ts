import type { Page } from 'playwright-core';
import { openPage, waitUntilTrue, useBrowser } from '../support/browser';
import { openCampaign, selectOption, fill, campaignIdIn, clickButton } from '../support/page-actions';
import { getCampaign } from '../support/campaigns';
import { defineNumberProperty, waitForImport, csvRows, uploadCsv } from '../support/csv-import';
import { useOwnService } from '../support/use-own-service';

const service = useOwnService();
useBrowser();

async function moveClock(page: Page, duration: string): Promise<void> {
  // What is under way comes to its end first.
  await service().settle();
  await page.getByRole('link', { name: 'Clock', exact: true }).first().click();
  await clickButton(page, duration);
  await page.getByText('Time passes, and what falls due happens …').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: duration, exact: true, disabled: false }).waitFor();
}

/** Where this machine is slow an answer of the mail provider is lost, and the mail tried again minutes later. */
async function moveClockUntil(page: Page, id: string, status: string): Promise<void> {
  const hasReached = async () => (await service().api('GET', `/v1/broadcasts/${id}`)).body.status === status;
  for (let move = 0; move < 6 && !(await hasReached()); move += 1) await moveClock(page, '15 minutes');
}

/** A file of 5,000 people becomes an audience, and 1,000 of them a segment. */
async function importPeople(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Properties', exact: true }).click();
  await defineNumberProperty(page, 'Seats', 'seats');
  await page.getByRole('link', { name: 'People', exact: true }).click();
  await page.getByRole('link', { name: 'Import a CSV' }).first().click();
  await uploadCsv(page, 'customers.csv', csvRows(5_000));
  await page.getByLabel('Audience', { exact: true }).selectOption('new');
  await fill(page, 'Name of the new audience', 'Customers');
  await clickButton(page, 'Import 5,000 rows');
  await waitForImport(page, 'Done: 5,000 rows of customers.csv');

  await page.getByRole('link', { name: 'Make a segment of it' }).click();
  await fill(page, 'Name', 'Large customers');
  await clickButton(page, 'Add a rule about a property');
  await selectOption(page, 'Property', 'seats');
  await selectOption(page, 'Is', 'gt');
  await fill(page, 'Value', '59');
  await fill(page, 'Carries all of the tags', 'vip');
  await waitUntilTrue(async () => (await page.locator('.matches').textContent()) === '1,000people match now');
  await clickButton(page, 'Save the segment');
  await page.getByRole('heading', { level: 1, name: 'Large customers' }).waitFor();
}

/** So many readers of a variant open it, each in the outbox of this machine. */
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

test('a user imports 5,000 people, makes a segment, and the better of two subjects goes to the remaining recipients', async () => {
  const { page, context, consoleErrors } = await openPage(`${service().metadata.console}/app/log`);
  await importPeople(page);
  await page.getByRole('link', { name: 'Campaigns', exact: true }).click();
  await page.getByRole('link', { name: 'Write a campaign' }).click();
  await fill(page, 'Name', 'October');
  await selectOption(page, 'Audience', { label: 'Customers (5,000)' });
  await selectOption(page, 'Segment', { label: 'Large customers' });
  await fill(page, 'Subject', 'What is new in October');
  await fill(page, 'HTML', '<p>Hi {{first_name}}, <a href="https://acme.test/october">have a look</a>.</p>');
  await page.getByLabel('Try variants of it', { exact: true }).check();
  await fill(page, 'Key of variant 1', 'plain');
  await fill(page, 'Key of variant 2', 'asks');
  await fill(page, 'Subject of variant 2', 'Have you seen this?');
  await selectOption(page, 'Decided after', { label: '1 hour' });
  await clickButton(page, 'Save the draft');

  await page.getByText('1,000 people', { exact: true }).waitFor();
  await page.getByText('200 people, 100 for each variant').waitFor();
  await page.getByText('the winner goes to 800 people').waitFor();
  await clickButton(page, 'Send now');
  await page.getByRole('heading', { name: 'Send it to 1,000 people?' }).waitFor();
  await clickButton(page, 'Send it to 1,000 people');
  await page.getByText('It is on its way.').waitFor();
  const id = campaignIdIn(page);
  await moveClock(page, '1 minute');
  await moveClockUntil(page, id, 'testing');
  await openCampaign(page, 'October');
  await page.getByRole('heading', { name: 'The variants are out' }).waitFor();

  await openMails(page, id, 'asks', 12);
  await moveClock(page, '1 minute');
  await openCampaign(page, 'October');
  await page.getByRole('row', { name: /asks.* 12 1\d(\.\d+)?%/ }).waitFor();
  await moveClock(page, '1 hour');
  await moveClockUntil(page, id, 'sent');
  await openCampaign(page, 'October');

  await page.getByText('Everybody had their turn').waitFor();
  await page.getByText(/asks won\. The service decided it when the time was up/).waitFor();
  await page.getByRole('row', { name: /asks Winner/ }).waitFor();
  expect((await getCampaign(service(), id)).ab_test).toMatchObject({ winner: 'asks', decided_by: 'auto' });
  await page.getByRole('link', { name: 'Each message, and what became of it' }).click();
  await waitUntilTrue(async () => (await page.locator('tbody tr').count()) === 50);
  await page.getByRole('link', { name: 'More', exact: true }).click();
  await page.waitForURL(/cursor=/);
  expect(consoleErrors).toEqual([]);
  await context.close();
});
