import type { Page } from 'playwright-core';
import { open, until, useBrowser } from '../support/browser';
import { backTo, choose, fill, idIn, press } from '../support/campaign-pages';
import { readCampaign } from '../support/campaigns';
import { defineNumber, imported, people, readCsv } from '../support/csv';
import { ownService } from '../support/own-service';

const service = ownService();
useBrowser();

async function jump(page: Page, by: string): Promise<void> {
  // What is under way comes to its end first.
  await service().settle();
  await page.getByRole('link', { name: 'Clock', exact: true }).first().click();
  await press(page, by);
  await page.getByText('Time passes, and what falls due happens …').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: by, exact: true, disabled: false }).waitFor();
}

/** Where this machine is slow an answer of the mail provider is lost, and the mail tried again minutes later. */
async function jumpUntil(page: Page, id: string, status: string): Promise<void> {
  const hasCome = async () => (await service().api('GET', `/v1/broadcasts/${id}`)).body.status === status;
  for (let jumps = 0; jumps < 6 && !(await hasCome()); jumps += 1) await jump(page, '15 minutes');
}

/** A file of 5,000 people becomes an audience, and 1,000 of them a segment. */
async function importPeople(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Properties', exact: true }).click();
  await defineNumber(page, 'Seats', 'seats');
  await page.getByRole('link', { name: 'People', exact: true }).click();
  await page.getByRole('link', { name: 'Import a CSV' }).first().click();
  await readCsv(page, 'customers.csv', people(5_000));
  await page.getByLabel('Audience', { exact: true }).selectOption('new');
  await fill(page, 'Name of the new audience', 'Customers');
  await press(page, 'Import 5,000 rows');
  await imported(page, 'Done: 5,000 rows of customers.csv');

  await page.getByRole('link', { name: 'Make a segment of it' }).click();
  await fill(page, 'Name', 'Large customers');
  await press(page, 'Add a rule about a property');
  await choose(page, 'Property', 'seats');
  await choose(page, 'Is', 'gt');
  await fill(page, 'Value', '59');
  await fill(page, 'Carries all of the tags', 'vip');
  await until(async () => (await page.locator('.matches').textContent()) === '1,000people match now');
  await press(page, 'Save the segment');
  await page.getByRole('heading', { level: 1, name: 'Large customers' }).waitFor();
}

/** So many readers of a variant open it, each in the outbox of this machine. */
async function openMails(page: Page, id: string, variant: string, readers: number): Promise<void> {
  const { body } = await service().api('GET', `/v1/broadcasts/${id}/recipients`);
  const rows: { email: string; variant: string }[] = body.data;
  const addresses = rows.filter((row) => row.variant === variant).slice(0, readers);
  for (const { email } of addresses) {
    await page.goto(`${service().at.console}/app/outbox?to=${encodeURIComponent(email)}`);
    await press(page, 'Open');
    await page.getByText('Reported.').waitFor();
  }
}

test('a CSV of 5,000 people becomes a segment, and of two subjects the better one goes to everybody else', async () => {
  const { page, context, complaints } = await open(`${service().at.console}/app/log`);
  await importPeople(page);
  await page.getByRole('link', { name: 'Campaigns', exact: true }).click();
  await page.getByRole('link', { name: 'Write a campaign' }).click();
  await fill(page, 'Name', 'October');
  await choose(page, 'Audience', { label: 'Customers (5,000)' });
  await choose(page, 'Segment', { label: 'Large customers' });
  await fill(page, 'Subject', 'What is new in October');
  await fill(page, 'HTML', '<p>Hi {{first_name}}, <a href="https://acme.test/october">have a look</a>.</p>');
  await page.getByLabel('Try variants of it', { exact: true }).check();
  await fill(page, 'Key of variant 1', 'plain');
  await fill(page, 'Key of variant 2', 'asks');
  await fill(page, 'Subject of variant 2', 'Have you seen this?');
  await choose(page, 'Decided after', { label: '1 hour' });
  await press(page, 'Save the draft');

  await page.getByText('1,000 people', { exact: true }).waitFor();
  await page.getByText('200 people, 100 for each variant').waitFor();
  await page.getByText('the winner goes to 800 people').waitFor();
  await press(page, 'Send now');
  await page.getByRole('heading', { name: 'Send it to 1,000 people?' }).waitFor();
  await press(page, 'Send it to 1,000 people');
  await page.getByText('It is on its way.').waitFor();
  const id = idIn(page);
  await jump(page, '1 minute');
  await jumpUntil(page, id, 'testing');
  await backTo(page, 'October');
  await page.getByRole('heading', { name: 'The variants are out' }).waitFor();

  await openMails(page, id, 'asks', 12);
  await jump(page, '1 minute');
  await backTo(page, 'October');
  await page.getByRole('row', { name: /asks.* 12 1\d(\.\d+)?%/ }).waitFor();
  await jump(page, '1 hour');
  await jumpUntil(page, id, 'sent');
  await backTo(page, 'October');

  await page.getByText('Everybody had their turn').waitFor();
  await page.getByText(/asks won\. The service decided it when the time was up/).waitFor();
  await page.getByRole('row', { name: /asks Winner/ }).waitFor();
  expect((await readCampaign(service(), id)).ab_test).toMatchObject({ winner: 'asks', decided_by: 'auto' });
  await page.getByRole('link', { name: 'Each message, and what became of it' }).click();
  await until(async () => (await page.locator('tbody tr').count()) === 50);
  await page.getByRole('link', { name: 'More', exact: true }).click();
  await page.waitForURL(/cursor=/);
  expect(complaints).toEqual([]);
  await context.close();
});
