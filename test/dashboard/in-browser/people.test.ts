import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import {
  findAccessibilityViolations,
  measureOverflowPx,
  phone,
  waitUntilTrue,
  usePages,
} from '../support/browser';
import {
  buildCsv,
  defineNumberProperty,
  header,
  waitForImport,
  csvRows,
  csvRow,
  uploadCsv,
} from '../support/csv-import';
import { useOwnService } from '../support/use-own-service';

const service = useOwnService();
const openPage = usePages(() => `${service().metadata.console}/app`);

const api = async (method: string, path: string, body?: object) =>
  (await service().api(method, path, body && { body })).body;

const anAudience = async (name: string): Promise<string> =>
  String((await api('POST', '/v1/audiences', { name })).id);

const total = (page: Page, label: string) =>
  page.locator('.totals li').filter({ hasText: label }).locator('strong').textContent();

test('a CSV of 5,000 contacts becomes an audience and a segment with the correct count', async () => {
  const { page, consoleErrors } = await openPage('/properties');
  await defineNumberProperty(page, 'Seats', 'seats');

  const rows = csvRows(5_000);
  const badRows = [7, 1_560, 2_560, 4_060];
  rows[7] = ['nobody', ...csvRow(7).slice(1)];
  rows[1_560] = [`${csvRow(1_560)[0]}`, 'x'.repeat(121), ...csvRow(1_560).slice(2)];
  rows[2_560] = ['short@example.com', 'Short'];
  rows[4_060] = ['two@@example.com', ...csvRow(4_060).slice(1)];
  rows[4_560] = [`${csvRow(10)[0]}`.toUpperCase(), ...csvRow(4_560).slice(1)];
  await page.getByRole('link', { name: 'Contacts', exact: true }).click();
  await page.getByRole('link', { name: 'Import CSV' }).first().click();
  await uploadCsv(page, 'customers.csv', rows);

  await page.getByRole('heading', { name: 'customers.csv: 5,000 rows' }).waitFor();
  expect(await page.getByLabel('Seats', { exact: true }).inputValue()).toBe('attributes.seats');
  await page.getByLabel('Audience', { exact: true }).selectOption('new');
  await page.getByLabel('New audience name', { exact: true }).fill('Customers');
  await page.getByRole('button', { name: 'Import 5,000 rows' }).click();
  await waitForImport(page, 'Done: 5,000 rows of customers.csv');

  expect(await total(page, 'Added')).toBe('4,995');
  expect(await total(page, 'Repeated')).toBe('1');
  expect(await total(page, 'Refused')).toBe('4');
  await page.getByText('4,995 contacts are in the audience now.').waitFor();

  await page.getByRole('link', { name: 'Create segment' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Large & important');
  expect(await page.getByLabel('Key', { exact: true }).inputValue()).toBe('large-important');
  await page.getByRole('button', { name: 'Add property rule' }).click();
  await page.getByLabel('Property', { exact: true }).selectOption('seats');
  await page.getByLabel('Operator', { exact: true }).selectOption('gt');
  await page.getByLabel('Value', { exact: true }).fill('50');
  await page.getByLabel('Has all tags', { exact: true }).fill('vip');
  const matching = Array.from({ length: 5_000 }, (_one, index) => index).filter(
    (index) => index % 2 === 0 && index % 100 > 50 && !badRows.includes(index) && index !== 4_560,
  ).length;
  const expectedText = `${matching.toLocaleString('en-GB')}contacts match`;
  await waitUntilTrue(async () => (await page.locator('.matches').textContent()) === expectedText);

  await page.getByRole('button', { name: 'Save segment' }).click();
  await page.getByRole('heading', { level: 1, name: 'Large & important' }).waitFor();
  await page.getByText('seats is more than 50').waitFor();
  const fact = page.locator('.facts > div').filter({ hasText: 'Contacts' }).first();
  await waitUntilTrue(
    async () => (await fact.locator('dd').textContent()) === matching.toLocaleString('en-GB'),
  );
  // Counting matches before saving creates no segment.
  expect((await api('GET', '/v1/segments')).data).toHaveLength(1);
  expect(consoleErrors.filter((text) => !/status of 422/.test(text))).toEqual([]);
});

test('a refused row is shown with its reason, and can be fixed in the downloaded file', async () => {
  const audience = await anAudience('Mended');
  const { page, consoleErrors } = await openPage(`/people/import?audience=${audience}`, { viewport: phone });
  await uploadCsv(page, 'mend.csv', [
    csvRow(9_000),
    ['dan.books.test', 'Dan', '', 'free', '1'],
    csvRow(9_001),
  ]);
  await page.getByRole('heading', { name: 'mend.csv: 3 rows' }).waitFor();
  expect([await findAccessibilityViolations(page), await measureOverflowPx(page)]).toEqual([[], 0]);
  await page.getByRole('button', { name: 'Import 3 rows' }).click();
  await page.getByRole('heading', { name: 'One refused row' }).waitFor();
  expect([await findAccessibilityViolations(page), await measureOverflowPx(page)]).toEqual([[], 0]);
  await page.getByText('email: not an email address').waitFor();
  // The row of the first contact takes two lines, because it contains a line break.
  await page.getByRole('cell', { name: '4', exact: true }).waitFor();

  const downloadEvent = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as CSV' }).click();
  const download = await downloadEvent;
  expect(download.suggestedFilename()).toBe('mend.refused.csv');
  const text = await readFile(await download.path(), 'utf8');
  expect(text).toContain('4,email: not an email address,dan.books.test,Dan,,free,1');

  await page.getByRole('button', { name: 'Import another file' }).click();
  await page.getByLabel('CSV file', { exact: true }).setInputFiles({
    name: 'mend.refused.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text.replace('dan.books.test', 'dan@books.test')),
  });
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Import 1 row' }).click();
  await page.getByText('3 contacts are in the audience now.').waitFor();
  const [dan] = (await api('GET', '/v1/contacts?email=dan@books.test')).data;
  expect(dan).toMatchObject({ first_name: 'Dan', attributes: { Plan: 'free' } });
  expect(consoleErrors).toEqual([]);
});

test('all invalid rows are shown, even if one response cannot list all of them, and the valid rows are imported', async () => {
  const audience = await anAudience('Many wrong');
  const { page, consoleErrors } = await openPage(`/people/import?audience=${audience}`);
  const rows = csvRows(400, 50_000);
  for (let index = 100; index < 350; index += 1) rows[index]?.splice(1, 1, 'x'.repeat(121));
  await uploadCsv(page, 'wrong.csv', rows);
  await page.getByRole('button', { name: 'Import 400 rows' }).click();

  await page.getByText('150 contacts are in the audience now.').waitFor();
  await page.getByRole('heading', { name: '250 refused rows' }).waitFor();
  await page.getByText('And 200 more in the download.').waitFor();
  expect(consoleErrors.filter((text) => !/status of 422/.test(text))).toEqual([]);
});

test('the value of a rule stays a number when the user edits the rule, even if the property does not exist', async () => {
  const audience = await anAudience('Of numbers');
  const filter = { property: 'floors', operator: 'gt', value: 3 };
  const { id } = await api('POST', '/v1/segments', {
    ...{ audience_id: audience, key: 'tall', name: 'Tall', properties: [filter] },
  });
  const { page, consoleErrors } = await openPage(`/segments/${id}/edit`);
  await page.getByLabel('Value', { exact: true }).fill('4');
  await page.getByRole('button', { name: 'Save segment' }).click();

  await page.getByText('floors is more than 4').waitFor();
  const { properties } = await api('GET', `/v1/segments/${id}`);
  expect(properties).toEqual([{ ...filter, value: 4 }]);
  expect(consoleErrors).toEqual([]);
});

test('importing the same file again adds no contact and keeps the opt-outs, which the report confirms (AU-25)', async () => {
  const audience = await anAudience('Twice');
  const { page, consoleErrors } = await openPage(`/people/import?audience=${audience}`);
  const rows = [
    ['E-mail', 'Status'],
    ['ada@twice.example', 'active'],
    ['ben@twice.example', 'cleaned'],
  ];
  const file = { name: 'twice.csv', mimeType: 'text/csv', buffer: buildCsv(rows) };
  for (const [addedCount, knownCount] of [
    ['2', '0'],
    ['0', '2'],
  ]) {
    await page.getByLabel('CSV file', { exact: true }).setInputFiles(file);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Import 2 rows' }).click();
    await page.getByRole('heading', { name: 'Done: 2 rows of twice.csv' }).waitFor();
    expect([await total(page, 'Added'), await total(page, 'Updated')]).toEqual([addedCount, knownCount]);
    await page.locator('.totals li').filter({ hasText: 'Opt-outs' }).getByText('all confirmed').waitFor();
    await page.getByRole('button', { name: 'Import another file' }).click();
  }
  const { data } = await api('GET', '/v1/suppressions?email=ben@twice.example');
  expect(data).toMatchObject([{ reason: 'hard_bounce', detail: 'Imported from twice.csv' }]);
  expect(consoleErrors).toEqual([]);
});

test('a Mailchimp export of cleaned contacts is recognized, and a value that does not fit can be kept as text', async () => {
  const audience = await anAudience('Cleaned');
  await api('POST', '/v1/contact-properties', { key: 'floor', name: 'Floor', type: 'number' });
  const { page, consoleErrors } = await openPage(`/people/import?audience=${audience}`);
  const rows = [
    ['Email Address', 'LEID', 'CLEAN_TIME', 'Floor'],
    ['ada@cleaned.example', '1', '2024-05-01 00:00:00', '1,5'],
  ];
  const file = { name: 'cleaned_members.csv', mimeType: 'text/csv', buffer: buildCsv(rows) };
  const startImport = async (keepsText: boolean): Promise<void> => {
    await page.getByLabel('CSV file', { exact: true }).setInputFiles(file);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Keep values that do not fit a property as text').setChecked(keepsText);
    await page.getByRole('button', { name: 'Import 1 row' }).click();
    await page.getByRole('heading', { name: 'Done: 1 row of cleaned_members.csv' }).waitFor();
  };

  await startImport(false);
  await page.getByText('attributes.floor: "1,5" must be a number such as 1234.5').waitFor();
  const suppressionsOfRefusedRow = (await api('GET', '/v1/suppressions?email=ada@cleaned.example')).data;
  const downloadEvent = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download opt-outs' }).click();
  const optOuts = await readFile(await (await downloadEvent).path(), 'utf8');
  await page.getByRole('button', { name: 'Import another file' }).click();
  await startImport(true);

  expect(suppressionsOfRefusedRow).toMatchObject([{ reason: 'hard_bounce', scope: 'all' }]);
  expect(optOuts).toContain('2,ada@cleaned.example,bounced,yes');
  const [contact] = (await api('GET', '/v1/contacts?email=ada@cleaned.example')).data;
  expect(contact).toMatchObject({ attributes: { floor: '1,5' }, unsubscribed: true });
  expect(consoleErrors).toEqual([]);
});

test('an import that is stopped and resumed, even after an outage, counts no contact twice', async () => {
  const audience = await anAudience('Stopped');
  const { page } = await openPage(`/people/import?audience=${audience}`);
  const keys: string[] = [];
  let isUnavailable = false;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/v1/audiences/*/contacts?*', async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '');
    if (keys.length === 1) await released;
    if (!isUnavailable) return route.continue();
    // The request arrives, but its response is lost.
    await route.fetch();
    return route.fulfill({ status: 400, json: { error: { type: 'odd', message: 'A proxy lost it' } } });
  });
  await uploadCsv(page, 'stop.csv', csvRows(2_500, 20_000));
  await page.getByRole('button', { name: 'Import 2,500 rows' }).click();

  await page.getByRole('button', { name: 'Stop' }).click();
  release();
  await page.getByText('1,000 of 2,500 rows').waitFor();
  await page.getByRole('heading', { name: 'Stopped: stop.csv' }).waitFor();
  isUnavailable = true;
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('A proxy lost it').waitFor();
  isUnavailable = false;
  await page.getByRole('button', { name: 'Resume' }).click();

  await waitForImport(page, 'Done: 2,500 rows of stop.csv');
  expect([await total(page, 'Added'), await total(page, 'Updated')]).toEqual(['2,500', '0']);
  // The batch whose response was lost is retried with the same idempotency key.
  expect(keys).toHaveLength(4);
  expect(new Set(keys).size).toBe(3);
  expect((await api('GET', `/v1/audiences/${audience}`)).contact_count).toBe(2_500);
});

test('a user who leaves during an import is asked to confirm', async () => {
  const audience = await anAudience('Left');
  const { page, consoleErrors } = await openPage(`/people/import?audience=${audience}`);
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/v1/audiences/*/contacts?*', async (route) => {
    await released;
    await route.continue();
  });
  await uploadCsv(page, 'left.csv', csvRows(3, 30_000));
  await page.getByRole('button', { name: 'Import 3 rows' }).click();
  await page.getByRole('button', { name: 'Stop' }).waitFor();

  await page.getByRole('link', { name: 'Topics' }).click();
  await page.getByRole('heading', { name: 'Leave during the import?' }).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  const dialogEvent = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await dialogEvent;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();

  await page.getByRole('link', { name: 'Topics' }).click();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Topics' }).waitFor();
  release();
  await waitUntilTrue(async () => (await api('GET', `/v1/audiences/${audience}`)).contact_count === 3);
  expect(consoleErrors).toEqual([]);
});

test('an import works with only the keyboard', async () => {
  const audience = await anAudience('By hand');
  const { page, consoleErrors } = await openPage(`/people/import?audience=${audience}`);
  await page.getByRole('heading', { level: 1, name: 'Import contacts' }).waitFor();
  const focusedText = () =>
    page.evaluate(`(() => {
      const one = document.activeElement;
      return one.labels?.[0]?.textContent || one.textContent.trim();
    })()`);
  const tabTo = async (name: string): Promise<void> => {
    for (let press = 0; press < 60; press += 1) {
      await page.keyboard.press('Tab');
      if (String(await focusedText()).startsWith(name)) return;
    }
    throw new Error(`Tab does not lead to ${name}`);
  };

  // Starts to wait before the key press, because Playwright intercepts only file choosers that a test waits for.
  const fileChooserEvent = page.waitForEvent('filechooser');
  await tabTo('CSV file');
  await page.keyboard.press('Space');
  const buffer = buildCsv([header, ...csvRows(2, 40_000)]);
  await (await fileChooserEvent).setFiles({ name: 'hand.csv', mimeType: 'text/csv', buffer });
  await tabTo('Continue');
  await page.keyboard.press('Enter');
  // The focus moves to the heading that replaces the form.
  await waitUntilTrue(async () => (await focusedText()) === 'hand.csv: 2 rows');
  await tabTo('Plan');
  await page.keyboard.type('Skip');
  await tabTo('Import 2 rows');
  await page.keyboard.press('Enter');

  await waitUntilTrue(async () => (await focusedText()) === 'Done: 2 rows of hand.csv');
  const { data } = await api('GET', `/v1/audiences/${audience}/contacts`);
  expect(data).toMatchObject([{ attributes: { seats: 0 } }, { attributes: { seats: 1 } }]);
  expect(data[0].attributes).not.toHaveProperty('Plan');
  await tabTo('View audience');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'By hand' }).waitFor();
  expect(consoleErrors).toEqual([]);
});

test('pasted rows are imported like a file', async () => {
  const audience = await anAudience('Pasted');
  const { page, consoleErrors } = await openPage(`/people/import?audience=${audience}`);
  await page.locator('summary').click();
  await page.getByLabel('Rows', { exact: true }).fill('Email\tFirst name\nkim@pasted.example\tKim');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Import 1 row' }).click();

  await page.getByText('1 contact is in the audience now.').waitFor();
  expect(consoleErrors).toEqual([]);
});

test('a contact is found, tagged, edited, unsubscribed and deleted', async () => {
  const audience = await anAudience('Regulars');
  const email = 'nora@regulars.example';
  await api('POST', `/v1/audiences/${audience}/contacts`, { email, attributes: { Plan: 'free' } });
  const { page, consoleErrors } = await openPage('/people');
  await page.getByLabel('Email address starts with', { exact: true }).fill('nora@reg');
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('link', { name: email }).click();
  await page.getByRole('heading', { level: 1, name: email }).waitFor();

  await page.getByLabel('Add tags', { exact: true }).fill('VIP, Early Bird');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'Remove the tag early-bird' }).click();
  await page.getByText(`Tags of ${email}: vip.`).waitFor();
  await page.getByLabel('Plan', { exact: true }).fill('pro');
  await page.getByLabel('Seats', { exact: true }).fill('12');
  await page.getByRole('button', { name: 'Save properties' }).click();
  await page.getByText('The properties were saved.').waitFor();
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await page.getByRole('button', { name: 'Unsubscribe contact' }).click();
  await page.getByRole('heading', { name: 'Suppressed for some email' }).waitFor();

  const [contact] = (await api('GET', `/v1/contacts?email=${email}`)).data;
  expect(contact).toMatchObject({
    tags: ['vip'],
    attributes: { Plan: 'pro', seats: 12 },
    unsubscribed: true,
  });
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete contact' }).click();
  await page.getByText(`${email} was deleted.`).waitFor();
  expect((await api('GET', `/v1/contacts?email=${email}`)).data).toEqual([]);
  expect(consoleErrors).toEqual([]);
});

test('deleting an audience keeps its contacts', async () => {
  const { page, consoleErrors } = await openPage('/audiences');
  await page.getByRole('button', { name: 'Create audience' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Short-lived');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Short-lived' }).waitFor();

  await page.getByRole('button', { name: 'Add contact' }).click();
  await page.getByLabel('Email address', { exact: true }).fill('kim@short.example');
  await page.locator('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'kim@short.example' }).waitFor();
  await page.getByRole('link', { name: 'Short-lived' }).click();
  await page.getByRole('button', { name: 'Delete Short-lived' }).click();
  await page.getByRole('button', { name: 'Delete audience' }).click();
  await page.getByText('The audience Short-lived was deleted.').waitFor();

  const [kim] = (await api('GET', '/v1/contacts?email=kim@short.example')).data;
  expect(kim).toMatchObject({ audience_ids: [] });
  expect(consoleErrors).toEqual([]);
});

test('a segment that the API refuses shows the reason in the form, and no input is lost', async () => {
  const audience = await anAudience('Of a segment');
  await api('POST', '/v1/segments', { audience_id: audience, key: 'taken', name: 'Taken' });
  const { page } = await openPage(`/segments/new?audience=${audience}`);
  await page.getByLabel('Name', { exact: true }).fill('Taken');
  await page.getByLabel('Has none of the tags', { exact: true }).fill('trial');
  await page.getByRole('button', { name: 'Save segment' }).click();

  await page.getByRole('alert').getByText(/taken/i).first().waitFor();
  expect(await page.getByLabel('Has none of the tags', { exact: true }).inputValue()).toBe('trial');
  await page.getByLabel('Key', { exact: true }).fill('free-again');
  await page.getByRole('button', { name: 'Save segment' }).click();
  await page.getByText('does not have the tag trial').waitFor();

  await page.getByRole('link', { name: 'Edit rules' }).click();
  await page.getByLabel('Has none of the tags', { exact: true }).fill('');
  await page.getByRole('button', { name: 'Save segment' }).click();
  await page.getByText('There are no other rules.').waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete segment' }).click();
  await page.getByText('The segment Taken was deleted.').waitFor();
});
