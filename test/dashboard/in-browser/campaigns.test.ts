import { createCampaign, createAudience, getCampaign } from '../support/campaigns';
import { openCampaign, selectOption, fill, campaignIdIn, clickButton } from '../support/page-actions';
import { waitUntilTrue, usePages } from '../support/browser';
import { useOwnService } from '../support/use-own-service';

const service = useOwnService();
const openPage = usePages(() => service().metadata.console);

/** Advances the clock by each number of minutes in turn, and waits until all work has finished. */
async function advanceMinutes(...minutes: number[]): Promise<void> {
  for (const step of minutes) {
    await service().advance(step * 60_000);
    await service().settle();
  }
}

const setWorkspace = (settings: Record<string, unknown>) =>
  service().control('PATCH', `/workspaces/${service().metadata.workspace.id}`, settings);

test('a template is created, rendered, sent as a test and used in a campaign', async () => {
  await createAudience(service(), 'Readers', 3);
  const { page, consoleErrors } = await openPage('/app/templates');
  await page.getByRole('link', { name: 'Create template' }).click();
  await fill(page, 'Name', 'Parcel out');
  await fill(page, 'Slug', 'parcel-out');
  await fill(page, 'Subject', 'Order {{order_id}} is on its way');
  await fill(page, 'HTML', '<h1 style="color: green">Dear {{name}}</h1><p>It left today.</p>');

  // The preview next to the editor does not need a saved template.
  await page.frameLocator('iframe').getByRole('heading', { name: 'Dear Name' }).waitFor();
  await page.getByText('Order Order id is on its way').waitFor();
  await clickButton(page, 'Save template');
  await page.getByText('Rendered by the service.').waitFor();
  await fill(page, 'name', 'Tom & <i>Lee</i>');
  await fill(page, 'order_id', '77');
  await page.frameLocator('iframe').getByRole('heading', { name: 'Dear Tom & <i>Lee</i>' }).waitFor();
  await page.getByText('Order 77 is on its way').waitFor();

  await page.locator('summary', { hasText: 'Send a test email' }).click();
  await fill(page, 'To', 'me@example.com');
  await clickButton(page, 'Send test');
  await page.getByRole('heading', { name: 'Content' }).waitFor();
  await page.locator('iframe').last().contentFrame().getByRole('heading', { name: 'Dear Tom' }).waitFor();
  expect(await service().outbox('?to=me@example.com')).toHaveLength(1);

  await page.getByRole('link', { name: 'Use in a campaign' }).click();
  await waitUntilTrue(async () =>
    (await page.getByLabel('Subject', { exact: true }).inputValue()).startsWith('Order'),
  );
  await page.getByText('Filled from the attributes of each contact: order_id').waitFor();
  await clickButton(page, 'Save draft');
  await page.getByText('3 recipients', { exact: true }).waitFor();
  // The page checks whether the slug is free, and the browser logs the 404 response.
  expect(consoleErrors.filter((text) => !/status of 404/.test(text))).toEqual([]);
});

test('a template that cannot be saved shows the reason, and no input is lost', async () => {
  const { page, consoleErrors } = await openPage('/app/templates/_new');
  await fill(page, 'Name', 'Another');
  await fill(page, 'Slug', 'parcel-out');
  await fill(page, 'Subject', 'Mine');
  await fill(page, 'HTML', '<p>Written for an hour</p>');
  await clickButton(page, 'Save template');
  await page.getByRole('alert').getByText('A template with the slug parcel-out already exists').waitFor();
  expect(await page.getByLabel('HTML', { exact: true }).inputValue()).toBe('<p>Written for an hour</p>');

  await fill(page, 'Slug', 'another');
  await clickButton(page, 'Save template');
  await page.getByRole('heading', { level: 1, name: 'Another' }).waitFor();
  await clickButton(page, 'Duplicate');
  await page.locator('dialog').getByLabel('Slug', { exact: true }).fill('parcel-out');
  await clickButton(page, 'Create copy');
  await page.locator('dialog').getByRole('alert').waitFor();
  await page.locator('dialog').getByLabel('Slug', { exact: true }).fill('a-third');
  await clickButton(page, 'Create copy');
  await page.getByRole('heading', { level: 1, name: 'Another (copy)' }).waitFor();
  await clickButton(page, 'Delete');
  await clickButton(page, 'Delete template');
  await page.getByRole('heading', { level: 1, name: 'Templates' }).waitFor();
  await page.getByRole('link', { name: 'Another (copy)' }).waitFor({ state: 'detached' });

  // The browser logs every error response.
  expect(consoleErrors.filter((text) => !/status of (404|409)/.test(text))).toEqual([]);
});

test('a campaign is created, scheduled, rescheduled, returned to draft, edited, duplicated and deleted', async () => {
  const { page, consoleErrors } = await openPage('/app/campaigns/new');
  await fill(page, 'Name', 'Spring');
  await selectOption(page, 'Audience', { label: 'Readers (3)' });
  await fill(page, 'Subject', 'Spring is here, {{first_name}}');
  await fill(page, 'HTML', '<p>Hi {{first_name}}</p>');
  await page.getByText('Spring is here, Kim', { exact: true }).waitFor();
  await clickButton(page, 'Save draft');
  await page.getByText('3 recipients', { exact: true }).waitFor();

  await clickButton(page, 'Schedule');
  await fill(page, 'Time', '2040-05-01T10:00');
  await clickButton(page, 'Schedule campaign');
  await page.getByRole('heading', { name: 'Scheduled' }).waitFor();
  const id = campaignIdIn(page);
  // The browser is in Vienna, two hours ahead of UTC in summer.
  expect((await getCampaign(service(), id)).scheduled_at).toBe('2040-05-01T08:00:00.000Z');
  await clickButton(page, 'Reschedule');
  expect(await page.getByLabel('Time', { exact: true }).inputValue()).toBe('2040-05-01T10:00');
  await fill(page, 'Time', '2040-06-01T10:00');
  await clickButton(page, 'Schedule campaign');
  await waitUntilTrue(
    async () => (await getCampaign(service(), id)).scheduled_at === '2040-06-01T08:00:00.000Z',
  );
  await clickButton(page, 'Cancel schedule');
  await clickButton(page, 'Return to draft');

  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await fill(page, 'Subject', 'Spring at last');
  await clickButton(page, 'Save draft');
  await page.getByText('Spring at last', { exact: true }).first().waitFor();
  await page.getByRole('link', { name: 'Duplicate', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Create campaign' }).waitFor();
  await clickButton(page, 'Save draft');
  await page.getByRole('heading', { level: 1, name: 'Spring (copy)' }).waitFor();
  await clickButton(page, 'Delete');
  await clickButton(page, 'Delete campaign');
  await page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor();
  await page.getByRole('link', { name: 'Spring', exact: true }).waitFor();
  expect(consoleErrors).toEqual([]);
});

test('a campaign that cannot be sent shows the reason', async () => {
  const variants = [{ key: 'a' }, { key: 'b', subject: 'Another' }];
  const readersAudienceId = await createAudience(service(), 'Few', 50);
  const smallCampaignId = await createCampaign(service(), {
    audience_id: readersAudienceId,
    name: 'Small test',
    variants,
  });
  const { page, consoleErrors } = await openPage(`/app/campaigns/${smallCampaignId}`);
  await page.getByRole('heading', { name: 'Problems that prevent sending' }).waitFor();
  await page.getByText(/The sample has 10 of 50 recipients, 5 for each variant/).waitFor();
  expect(await page.getByRole('button', { name: 'Send now' }).isDisabled()).toBe(true);
  expect(consoleErrors).toEqual([]);

  const campaignId = await createCampaign(service(), { audience_id: readersAudienceId, name: 'Nowhere' });
  const address = (await setWorkspace({})).postal_address;
  await setWorkspace({ postal_address: null });
  await openCampaign(page, 'Nowhere');
  await clickButton(page, 'Send now');
  await clickButton(page, 'Send to 50 recipients');
  await page.locator('dialog').getByText('Ask the operator to set the postal address').waitFor();
  await setWorkspace({ postal_address: address });
  await clickButton(page, 'Send to 50 recipients');
  await page.getByText('The campaign is being sent.').waitFor();
  expect((await getCampaign(service(), campaignId)).status).not.toBe('draft');
  await service().settle();
});

test('a running campaign of a suspended workspace pauses, shows the reason, and is resumed', async () => {
  const audienceId = await createAudience(service(), 'Crowd', 120);
  const id = await createCampaign(service(), { audience_id: audienceId, name: 'Long' });
  const { page, consoleErrors } = await openPage(`/app/campaigns/${id}`);
  await clickButton(page, 'Send now');
  await clickButton(page, 'Send to 120 recipients');
  await page.getByText(/ of 120 recipients processed/).waitFor();

  await setWorkspace({ suspended_reason: 'unpaid invoice' });
  await page.getByRole('heading', { name: 'Paused' }).waitFor();
  await page.getByText('The operator has stopped all sending.').waitFor();
  await clickButton(page, 'Resume');
  await page.getByRole('button', { name: /^Send to \d+ more recipients$/ }).click();
  await page.locator('dialog').getByRole('alert').getByText('unpaid invoice').waitFor();
  await setWorkspace({ suspended_reason: null });
  await page.getByRole('button', { name: /^Send to \d+ more recipients$/ }).click();
  await page.getByText('The campaign was resumed.').waitFor();
  // A few minutes later, workers retry the batches that were in flight at the pause.
  await advanceMinutes(1, 11, 11);

  await page.getByText('All recipients processed').waitFor();
  expect((await getCampaign(service(), id)).status).toBe('sent');
  expect(consoleErrors.filter((text) => !/status of 422/.test(text))).toEqual([]);
});
