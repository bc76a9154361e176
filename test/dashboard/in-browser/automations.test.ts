import type { Page } from 'playwright-core';
import { phone, waitUntilTrue, usePages } from '../support/browser';
import { useOwnService } from '../support/use-own-service';
import { createAutomation, enroll } from '../support/sample-automations';

const service = useOwnService();
const openPage = usePages(() => service().metadata.console);

/** Creates an audience and returns its ID. */
const anAudience = async (name: string): Promise<string> =>
  (await service().api('POST', '/v1/audiences', { body: { name } })).body.id;

const step = (page: Page, number: number) => page.getByRole('group', { name: `Step ${number}`, exact: true });

const listSubjects = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('[name=step_subject]')].map(({ value }) => value)`);

const rowOf = (page: Page, email: string) => page.getByRole('row', { name: new RegExp(`^${email}`) });

/** Waits until a cell of the row has this text. Text that the page shows only on phones is not in a cell. */
const waitForCell = (page: Page, email: string, text: string) =>
  rowOf(page, email).getByRole('cell', { name: text }).waitFor();

test('without automations, the page links to the form that creates an automation', async () => {
  const { page, consoleErrors } = await openPage('/app/automations');
  await page.getByRole('heading', { name: 'No automations yet' }).waitFor();

  await page.getByRole('link', { name: 'Create the first automation' }).click();

  await page.getByRole('heading', { level: 1, name: 'Create automation' }).waitFor();
  expect(await page.getByLabel('From', { exact: true }).inputValue()).toBe('news@news.local.test');
  expect(consoleErrors).toEqual([]);
});

test('steps can be reordered with only the keyboard', async () => {
  const { page, consoleErrors } = await openPage('/app/automations/new');
  const press = (key: string) => page.keyboard.press(key);
  await page.getByLabel('Subject', { exact: true }).focus();
  await page.keyboard.type('One');
  for (const subject of ['Two', 'Three']) {
    await page.getByRole('button', { name: 'Add step' }).focus();
    await press('Enter');
    // The delay of the new step has the focus. The next fields are the unit and the subject.
    await press('Tab');
    await press('Tab');
    await page.keyboard.type(subject);
  }
  expect(await listSubjects(page)).toEqual(['One', 'Two', 'Three']);

  await page.getByRole('button', { name: 'Move step 3 up' }).focus();
  await press('Enter');
  await page.getByText('Moved to step 2 of 3.').waitFor();
  expect(await listSubjects(page)).toEqual(['One', 'Three', 'Two']);
  await press('Enter');
  await page.getByText('Moved to step 1 of 3.').waitFor();

  expect(await listSubjects(page)).toEqual(['Three', 'One', 'Two']);
  expect(await page.evaluate('document.activeElement.ariaLabel')).toBe('Move step 1 down');
  expect(consoleErrors).toEqual([]);
});

test('a validation error is shown in the form, and no input is lost', async () => {
  const { page, consoleErrors } = await openPage('/app/automations/new');
  await page.getByLabel('Name', { exact: true }).fill('Größe & more');
  expect(await page.getByLabel('Slug', { exact: true }).inputValue()).toBe('grosse-more');
  await page.getByLabel('Trigger', { exact: true }).selectOption('tag_added');
  await page.getByLabel('Tag', { exact: true }).fill('customer');
  await step(page, 1).getByLabel('Subject', { exact: true }).fill('Hello {{first_name}}');
  await step(page, 1).getByLabel('HTML', { exact: true }).fill('<p>Hi</p>');
  await page.getByRole('button', { name: 'Save draft' }).click();

  await page.getByText('missing first_name').waitFor();
  expect(await step(page, 1).getByLabel('HTML', { exact: true }).inputValue()).toBe('<p>Hi</p>');
  await page.getByRole('button', { name: 'Add variable' }).click();
  await page.getByLabel('Name', { exact: true }).last().fill('first_name');
  await page.getByLabel('Value', { exact: true }).fill('friend');
  await page.getByRole('button', { name: 'Save draft' }).click();

  await page.getByRole('heading', { level: 1, name: 'Größe & more' }).waitFor();
  await page.getByText('first_name: friend').waitFor();
  expect(consoleErrors.filter((text) => !/status of 422/.test(text))).toEqual([]);
});

test('the enrollment of an unsubscribed recipient is shown as canceled, with the reason', async () => {
  const id = await createAutomation(service(), { slug: 'left' });
  await enroll(service(), id, 'jan@example.com', { plan: 'Pro' });
  await service().settle();
  const { page, consoleErrors } = await openPage(`/app/automations/${id}`);
  await waitForCell(page, 'jan@example.com', 'Step 2 of 3 is due');

  const body = { email: 'jan@example.com', scope: 'marketing', reason: 'unsubscribe' };
  await service().api('POST', '/v1/suppressions', { body });
  await page.getByLabel('Status', { exact: true }).selectOption('canceled');

  await page.waitForURL(/status=canceled/);
  const row = rowOf(page, 'jan@example.com');
  await row.getByText('Canceled', { exact: true }).waitFor();
  await waitForCell(page, 'jan@example.com', 'Unsubscribed from all marketing email before step 2');
  expect(consoleErrors).toEqual([]);
});

test('a failed enrollment is shown with its reason in plain words and with the error message', async () => {
  const id = await createAutomation(service(), { slug: 'failed' });
  await enroll(service(), id, 'mo@example.com');
  await service().settle();
  const { page, consoleErrors } = await openPage(`/app/automations/${id}`, { viewport: phone });

  const row = rowOf(page, 'mo@example.com');
  await row.getByText('Failed', { exact: true }).waitFor();
  await row.getByText('Step 1: a placeholder has no value').first().waitFor();
  await row.getByText('Step 1: missing_variables: Missing: plan').first().waitFor();
  expect(consoleErrors).toEqual([]);
});

test('a refused manual enrollment shows the reason, and an allowed enrollment is listed', async () => {
  const id = await createAutomation(service(), { slug: 'by-hand', trigger: { kind: 'api' } });
  await service().api('POST', '/v1/suppressions', { body: { email: 'stop@example.com' } });
  const { page, consoleErrors } = await openPage(`/app/automations/${id}`);
  await page.getByRole('heading', { name: 'No enrollments yet' }).waitFor();
  await page.getByRole('button', { name: 'Enroll recipient' }).click();
  await page.getByText('An address is not enrolled if it is suppressed').waitFor();

  // The form asks for the placeholder of the first step.
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('plan');
  await page.getByLabel('Value', { exact: true }).fill('Pro');
  await page.getByLabel('Email address', { exact: true }).fill('stop@example.com');
  await page.getByRole('button', { name: 'Enroll', exact: true }).click();
  await page.getByText('The address is suppressed for marketing email.').waitFor();
  await page.getByLabel('Email address', { exact: true }).fill('ivy@example.com');
  await page.getByRole('button', { name: 'Enroll', exact: true }).click();

  await rowOf(page, 'ivy@example.com').waitFor();
  await page.getByText('ivy@example.com was enrolled.').waitFor();
  expect(consoleErrors).toEqual([]);
});

test('a recipient is removed from the automation by adding an exit tag', async () => {
  const id = await createAutomation(service(), { slug: 'taken-out' });
  const audience = await anAudience('Trials');
  await service().api('POST', `/v1/audiences/${audience}/contacts`, { body: { email: 'liv@example.com' } });
  await enroll(service(), id, 'liv@example.com', { plan: 'Pro' });
  const { page, consoleErrors } = await openPage(`/app/automations/${id}`);

  await page.getByRole('button', { name: 'Remove liv@example.com' }).click();
  await page.getByRole('button', { name: 'Add tag' }).click();

  await waitForCell(page, 'liv@example.com', 'Has an exit tag');
  expect(consoleErrors).toEqual([]);
});

test('an automation is paused, edited, resumed and deleted, and each dialog describes the effect', async () => {
  const id = await createAutomation(service(), { slug: 'paused' });
  await enroll(service(), id, 'kit@example.com', { plan: 'Pro' });
  await service().settle();
  const { page, consoleErrors } = await openPage(`/app/automations/${id}`);

  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText('1 recipient stays at their current step').waitFor();
  await page.getByRole('button', { name: 'Pause automation' }).click();
  await waitForCell(page, 'kit@example.com', 'is on hold because the automation is paused');
  await page.getByText('Only an active automation can enroll recipients.').waitFor();

  await page.getByRole('button', { name: 'Edit rules' }).click();
  await page.getByText('cannot be changed, even in a draft').waitFor();
  await page.getByLabel('Exit tags', { exact: true }).fill('customer, gone');
  await page.getByRole('button', { name: 'Save rules' }).click();
  await page.getByText('customer or gone').waitFor();

  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('button', { name: 'Resume automation' }).click();
  await waitForCell(page, 'kit@example.com', 'Step 2 of 3 is due');

  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('1 recipient gets no further emails.').waitFor();
  await page.getByRole('button', { name: 'Delete automation' }).click();
  await page.getByText('Trial was deleted.').waitFor();
  expect((await service().api('GET', `/v1/automations/${id}`)).status).toBe(404);
  // A refresh that is in flight when the automation is deleted gets a 404.
  expect(consoleErrors.filter((text) => !/status of 404/.test(text))).toEqual([]);
});

test('enrollments are listed in pages', async () => {
  const audience = await anAudience('Many');
  const trigger = { kind: 'contact_added', audience_id: audience };
  const steps = [{ delay_minutes: 1_440, subject: 'Welcome', html: '<p>Good to have you.</p>' }];
  const id = await createAutomation(service(), { slug: 'many', trigger, steps });
  const people = Array.from({ length: 52 }, (_, number) => ({ email: `many-${number}@example.com` }));
  const path = `/v1/audiences/${audience}/contacts?trigger_automations=true`;
  await service().api('POST', path, { body: people });
  const { page, consoleErrors } = await openPage(`/app/automations/${id}`);
  const rows = (number: number) =>
    waitUntilTrue(async () => (await page.locator('tbody tr').count()) === number);
  await rows(50);

  await page.getByRole('link', { name: 'Older' }).click();

  await rows(2);
  expect(consoleErrors).toEqual([]);
});

// This test is last because the clock cannot move back.
test('after a user activates an automation with two steps, sends an event and moves the clock, the enrollment completes', async () => {
  const { page, consoleErrors } = await openPage('/app/automations/new');
  await page.getByLabel('Name', { exact: true }).fill('Welcome');
  await page.getByLabel('Trigger', { exact: true }).selectOption('event');
  await page.getByLabel('Event name', { exact: true }).fill('signed_up');
  await step(page, 1).getByLabel('Subject', { exact: true }).fill('Welcome, {{first_name}}');
  await step(page, 1).getByLabel('HTML', { exact: true }).fill('<p>Good to have you.</p>');
  await page.getByRole('button', { name: 'Add step' }).click();
  await step(page, 2).getByLabel('Delay after the previous step', { exact: true }).fill('6');
  await step(page, 2).getByLabel('Unit', { exact: true }).selectOption('hours');
  await step(page, 2).getByLabel('Subject', { exact: true }).fill('Three things to try');
  await step(page, 2).getByLabel('HTML', { exact: true }).fill('<p>Begin with the first.</p>');
  await page.getByRole('button', { name: 'Save draft' }).click();

  await page.getByRole('heading', { name: 'Draft' }).waitFor();
  await page.getByText('6 hours after the previous step').waitFor();
  await page.getByRole('button', { name: 'Activate' }).click();
  await page.getByText('Trigger: event signed_up.').waitFor();
  await page.getByRole('button', { name: 'Activate automation' }).click();

  await page.getByRole('link', { name: 'Send this event' }).click();
  await page.getByLabel('Email address', { exact: true }).fill('noa@example.com');
  await page.getByRole('button', { name: 'Add variable' }).click();
  await page.getByLabel('Name', { exact: true }).fill('first_name');
  await page.getByLabel('Value', { exact: true }).fill('Noa');
  await page.getByRole('button', { name: 'Send event' }).click();
  await page.getByRole('heading', { name: 'Started 1 automation' }).waitFor();
  await page.getByRole('button', { name: 'Send event' }).click();
  await page.getByRole('heading', { name: 'Started 0 automations' }).waitFor();
  await page.getByText('noa@example.com is already enrolled').waitFor();

  await page.getByRole('link', { name: 'Clock' }).click();
  await page.getByRole('button', { name: '1 day' }).click();
  await page.getByText('The local clock was advanced').waitFor();
  await page.getByRole('link', { name: 'Automations' }).click();
  await page.getByRole('link', { name: 'Welcome' }).click();

  await page.getByText('1 recipient completed the automation').waitFor();
  await waitForCell(page, 'noa@example.com', 'Completed all 2 steps');
  const { data } = (await service().api('GET', '/v1/emails?to=noa@example.com')).body;
  expect(data.map(({ subject }: { subject: string }) => subject)).toEqual([
    'Three things to try',
    'Welcome, Noa',
  ]);
  expect(consoleErrors).toEqual([]);
});
