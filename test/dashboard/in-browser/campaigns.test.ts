import { aCampaign, anAudience, readCampaign } from '../support/campaigns';
import { backTo, choose, fill, idIn, press } from '../support/campaign-pages';
import { until, usePages } from '../support/browser';
import { ownService } from '../support/own-service';

const service = ownService();
const at = usePages(() => service().at.console);

/** So many minutes at once, each time until nothing is under way. */
async function pass(...minutes: number[]): Promise<void> {
  for (const some of minutes) {
    await service().advance(some * 60_000);
    await service().settle();
  }
}

const setWorkspace = (settings: Record<string, unknown>) =>
  service().control('PATCH', `/workspaces/${service().at.workspace.id}`, settings);

test('a template is written, rendered, sent as a test and used in a campaign', async () => {
  await anAudience(service(), 'Readers', 3);
  const { page, complaints } = await at('/app/templates');
  await page.getByRole('link', { name: 'Write a template' }).click();
  await fill(page, 'Name', 'Parcel out');
  await fill(page, 'Slug', 'parcel-out');
  await fill(page, 'Subject', 'Order {{order_id}} is on its way');
  await fill(page, 'HTML', '<h1 style="color: green">Dear {{name}}</h1><p>It left today.</p>');

  // Beside the editor, before it is saved.
  await page.frameLocator('iframe').getByRole('heading', { name: 'Dear Name' }).waitFor();
  await page.getByText('Order Order id is on its way').waitFor();
  await press(page, 'Save the template');
  await page.getByText('As the service renders it.').waitFor();
  await fill(page, 'name', 'Tom & <i>Lee</i>');
  await fill(page, 'order_id', '77');
  await page.frameLocator('iframe').getByRole('heading', { name: 'Dear Tom & <i>Lee</i>' }).waitFor();
  await page.getByText('Order 77 is on its way').waitFor();

  await page.locator('summary', { hasText: 'Send yourself a test' }).click();
  await fill(page, 'To', 'me@example.com');
  await press(page, 'Send the test');
  await page.getByRole('heading', { name: 'As it left' }).waitFor();
  await page.frameLocator('iframe').last().getByRole('heading', { name: 'Dear Tom' }).waitFor();
  expect(await service().outbox('?to=me@example.com')).toHaveLength(1);

  await page.getByRole('link', { name: 'Use in a campaign' }).click();
  await until(async () =>
    (await page.getByLabel('Subject', { exact: true }).inputValue()).startsWith('Order'),
  );
  await page.getByText('Each contact has an attribute of its own for order_id').waitFor();
  await press(page, 'Save the draft');
  await page.getByText('3 people', { exact: true }).waitFor();
  // That the slug is free is a 404, which the browser writes down.
  expect(complaints.filter((text) => !/status of 404/.test(text))).toEqual([]);
});

test('what a template is not saved for is said, and nothing that was typed is lost', async () => {
  const { page, complaints } = await at('/app/templates/_new');
  await fill(page, 'Name', 'Another');
  await fill(page, 'Slug', 'parcel-out');
  await fill(page, 'Subject', 'Mine');
  await fill(page, 'HTML', '<p>Written for an hour</p>');
  await press(page, 'Save the template');
  await page.getByRole('alert').getByText('There is a template with the slug parcel-out').waitFor();
  expect(await page.getByLabel('HTML', { exact: true }).inputValue()).toBe('<p>Written for an hour</p>');

  await fill(page, 'Slug', 'another');
  await press(page, 'Save the template');
  await page.getByRole('heading', { level: 1, name: 'Another' }).waitFor();
  await press(page, 'Duplicate');
  await page.locator('dialog').getByLabel('Slug', { exact: true }).fill('parcel-out');
  await press(page, 'Make the copy');
  await page.locator('dialog').getByRole('alert').waitFor();
  await page.locator('dialog').getByLabel('Slug', { exact: true }).fill('a-third');
  await press(page, 'Make the copy');
  await page.getByRole('heading', { level: 1, name: 'Another (copy)' }).waitFor();
  await press(page, 'Delete');
  await press(page, 'Delete the template');
  await page.getByRole('heading', { level: 1, name: 'Templates' }).waitFor();
  await page.getByRole('link', { name: 'Another (copy)' }).waitFor({ state: 'detached' });

  // What the service refuses is in the console of the browser as well.
  expect(complaints.filter((text) => !/status of (404|409)/.test(text))).toEqual([]);
});

test('a campaign is written, scheduled, moved, made a draft again, changed, duplicated and deleted', async () => {
  const { page, complaints } = await at('/app/campaigns/new');
  await fill(page, 'Name', 'Spring');
  await choose(page, 'Audience', { label: 'Readers (3)' });
  await fill(page, 'Subject', 'Spring is here, {{first_name}}');
  await fill(page, 'HTML', '<p>Hi {{first_name}}</p>');
  await page.getByText('Spring is here, Kim', { exact: true }).waitFor();
  await press(page, 'Save the draft');
  await page.getByText('3 people', { exact: true }).waitFor();

  await press(page, 'Schedule');
  await fill(page, 'Time', '2040-05-01T10:00');
  await press(page, 'Schedule it');
  await page.getByRole('heading', { name: 'It is scheduled' }).waitFor();
  const id = idIn(page);
  // Vienna, in summer.
  expect((await readCampaign(service(), id)).scheduled_at).toBe('2040-05-01T08:00:00.000Z');
  await press(page, 'Move');
  expect(await page.getByLabel('Time', { exact: true }).inputValue()).toBe('2040-05-01T10:00');
  await fill(page, 'Time', '2040-06-01T10:00');
  await press(page, 'Schedule it');
  await until(async () => (await readCampaign(service(), id)).scheduled_at === '2040-06-01T08:00:00.000Z');
  await press(page, 'Cancel the schedule');
  await press(page, 'Make it a draft again');

  await page.getByRole('link', { name: 'Change', exact: true }).click();
  await fill(page, 'Subject', 'Spring at last');
  await press(page, 'Save the draft');
  await page.getByText('Spring at last', { exact: true }).first().waitFor();
  await page.getByRole('link', { name: 'Duplicate', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Write a campaign' }).waitFor();
  await press(page, 'Save the draft');
  await page.getByRole('heading', { level: 1, name: 'Spring (copy)' }).waitFor();
  await press(page, 'Delete');
  await press(page, 'Delete the campaign');
  await page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor();
  await page.getByRole('link', { name: 'Spring', exact: true }).waitFor();
  expect(complaints).toEqual([]);
});

test('a campaign that cannot be sent says why', async () => {
  const variants = [{ key: 'a' }, { key: 'b', subject: 'Another' }];
  const readers = await anAudience(service(), 'Few', 50);
  const small = await aCampaign(service(), { audience_id: readers, name: 'Small test', variants });
  const { page, complaints } = await at(`/app/campaigns/${small}`);
  await page.getByRole('heading', { name: 'What would stop it' }).waitFor();
  await page.getByText(/The sample has 10 of 50 recipients, 5 for each variant/).waitFor();
  expect(await page.getByRole('button', { name: 'Send now' }).isDisabled()).toBe(true);
  expect(complaints).toEqual([]);

  const plain = await aCampaign(service(), { audience_id: readers, name: 'Nowhere' });
  const address = (await setWorkspace({})).postal_address;
  await setWorkspace({ postal_address: null });
  await backTo(page, 'Nowhere');
  await press(page, 'Send now');
  await press(page, 'Send it to 50 people');
  await page.locator('dialog').getByText('Marketing mail needs the postal address').waitFor();
  await setWorkspace({ postal_address: address });
  await press(page, 'Send it to 50 people');
  await page.getByText('It is on its way.').waitFor();
  expect((await readCampaign(service(), plain)).status).not.toBe('draft');
  await service().settle();
});

test('a campaign that runs is paused, says what it waits for, and is resumed', async () => {
  const crowd = await anAudience(service(), 'Crowd', 120);
  const id = await aCampaign(service(), { audience_id: crowd, name: 'Long' });
  const { page, complaints } = await at(`/app/campaigns/${id}`);
  await press(page, 'Send now');
  await press(page, 'Send it to 120 people');
  await page.getByText(/ of 120 had their turn/).waitFor();

  await setWorkspace({ suspended_reason: 'unpaid invoice' });
  await page.getByRole('heading', { name: 'It is paused' }).waitFor();
  await page.getByText('The operator has stopped all sending.').waitFor();
  await press(page, 'Resume');
  await page.getByRole('button', { name: /^Send it to \d+ more people$/ }).click();
  await page.locator('dialog').getByRole('alert').getByText('unpaid invoice').waitFor();
  await setWorkspace({ suspended_reason: null });
  await page.getByRole('button', { name: /^Send it to \d+ more people$/ }).click();
  await page.getByText('It goes on.').waitFor();
  // What was in the air when it paused is tried again some minutes later.
  await pass(1, 11, 11);

  await page.getByText('Everybody had their turn').waitFor();
  expect((await readCampaign(service(), id)).status).toBe('sent');
  expect(complaints.filter((text) => !/status of 422/.test(text))).toEqual([]);
});
