import { readFile } from 'node:fs/promises';
import { phone, waitUntilTrue, usePages } from '../support/browser';
import { useOwnService } from '../support/use-own-service';
import { receiveMail, sendEmail } from '../support/sample-workspace';

const service = useOwnService();
const openPage = usePages(() => service().metadata.console);

test('the first email appears without a reload, and is shown as its recipient sees it', async () => {
  const { page, consoleErrors } = await openPage('/');
  await page.getByRole('heading', { name: 'No emails yet' }).waitFor();
  const command = (await page.locator('.command pre').textContent()) ?? '';

  // Sends the same request as the curl command on the page, but without a shell.
  const [, url = ''] = /curl (\S+)/.exec(command) ?? [];
  const [, body = ''] = /-d '(.*)'/s.exec(command) ?? [];
  await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });

  await page.frameLocator('iframe').getByRole('heading', { name: 'Hello Kim' }).waitFor();
  await page.getByRole('link', { name: 'View in log' }).click();
  await page.getByText('Delivered').first().waitFor();
  expect(consoleErrors).toEqual([]);
});

test('a bounce is explained, and the address can be removed from the suppressions', async () => {
  const to = 'lost@example.com';
  const id = await sendEmail(service(), { to, subject: 'Your invoice' });
  await service().settle();
  const { page, consoleErrors } = await openPage('/app/outbox');
  await page.getByRole('link', { name: /Your invoice/ }).click();

  await page.getByRole('button', { name: 'Bounce' }).click();
  await page.getByText('Reported.').waitFor();
  await page.getByRole('link', { name: 'View in log' }).click();

  expect(page.url()).toContain(id);
  await page.getByRole('heading', { name: `Permanent bounce: ${to}` }).waitFor();
  await page.getByText('550 5.1.1 user unknown').first().waitFor();
  await page.getByRole('link', { name: 'remove the suppression' }).click();
  await page.getByRole('button', { name: `Remove ${to}` }).click();
  await page.getByRole('button', { name: 'Remove suppression' }).click();
  await page.getByText(`${to} is not suppressed`).waitFor();
  expect(consoleErrors).toEqual([]);
});

test('log filters are part of the URL, so that users can share them', async () => {
  await sendEmail(service(), { to: 'shared@example.com', subject: 'To be shared' });
  await service().settle();
  const { page, consoleErrors } = await openPage('/app/log');

  await page.getByLabel('To', { exact: true }).fill('shared@example.com');
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByLabel('Status', { exact: true }).selectOption('delivered');

  await page.waitForURL(/status=delivered/);
  expect(new URL(page.url()).search).toBe('?to=shared%40example.com&status=delivered');
  await page.reload();
  await waitUntilTrue(async () => (await page.getByRole('row').count()) === 2);
  expect(consoleErrors).toEqual([]);
});

test('the log is paged with the cursor, forward and back', async () => {
  const manyEmails = Array.from({ length: 60 }, (_one, index) => ({
    from: 'desk@mail.local.test',
    to: 'many@example.com',
    subject: `Number ${index}`,
    text: 'Hi',
    scheduled_at: 'in 30 days',
  }));
  await service().api('POST', '/v1/emails/batch', { body: manyEmails });
  const { page, consoleErrors } = await openPage('/app/log?to=many@example.com');
  const waitForRowCount = (count: number) =>
    waitUntilTrue(async () => (await page.locator('tbody tr').count()) === count);
  await waitForRowCount(50);

  await page.getByRole('link', { name: 'Older' }).click();

  await waitForRowCount(10);
  expect(page.url()).toContain('cursor=');
  await page.goBack();
  await waitForRowCount(50);
  expect(consoleErrors).toEqual([]);
});

test('a user reads an inbound message and replies on a phone', async () => {
  await receiveMail(service(), { subject: 'Where is my parcel?' });
  const { page } = await openPage('/app/conversations', { viewport: phone, hasTouch: true });
  await page.getByRole('link', { name: 'kim@example.com' }).click();

  await page.getByText('It was to come on Monday.').waitFor();
  await page.getByText('Verified sender').waitFor();
  await page.locator('summary', { hasText: 'Attachments' }).click();
  const downloadEvent = page.waitForEvent('download');
  await page.getByRole('button', { name: /receipt\.txt/ }).click();
  const download = await downloadEvent;
  expect(download.suggestedFilename()).toBe('receipt.txt');
  expect(await readFile(await download.path(), 'utf8')).toContain('Order 77');

  await page.getByLabel('Text', { exact: true }).fill('It is on its way.');
  await page.getByRole('button', { name: 'Send reply' }).click();
  await page.getByText('The reply was sent.').waitFor();

  await page.locator('.transcript').getByText('It is on its way.').waitFor();
  await service().settle();
  const [mail] = await service().outbox('?to=kim@example.com&limit=1');
  expect(mail).toMatchObject({ to: ['kim@example.com'] });
});

test('a user marks a conversation that needs no reply as handled', async () => {
  await receiveMail(service(), { subject: 'Thank you' });
  const { page, consoleErrors } = await openPage('/app/conversations');
  await page.getByRole('link', { name: 'kim@example.com' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Thank you' }).waitFor();

  await page.getByRole('button', { name: 'Mark as handled' }).click();

  await page.getByRole('button', { name: 'Mark as handled' }).waitFor({ state: 'detached' });
  await page.getByText('Handled', { exact: true }).first().waitFor();
  expect(consoleErrors).toEqual([]);
});

test('a user replies to an email as its recipient, and the reply arrives', async () => {
  await sendEmail(service(), { to: 'nora@example.com', subject: 'Grüße' });
  const { page, consoleErrors } = await openPage('/app/outbox?to=nora@example.com');
  await page.getByRole('link', { name: 'Reply as the recipient' }).click();

  expect(await page.getByLabel('Subject', { exact: true }).inputValue()).toBe('Re: Grüße');
  await page.getByLabel('Text', { exact: true }).fill('Schöne Grüße zurück');
  await page.getByRole('button', { name: 'Deliver' }).click();
  await page.getByRole('link', { name: 'the conversations' }).click();
  await page.getByRole('link', { name: 'nora@example.com' }).click();

  await page.getByText('Schöne Grüße zurück').waitFor();
  expect(await page.getByRole('article', { name: /^From/ }).count()).toBe(2);
  expect(consoleErrors).toEqual([]);
});

test('a domain is added, published in the local DNS and verified', async () => {
  const { page, consoleErrors } = await openPage('/app/domains');
  await page.getByRole('button', { name: 'Add domain' }).click();
  await page.getByLabel('Domain', { exact: true }).fill('fresh.example');
  await page.getByRole('button', { name: 'Add', exact: true }).click();

  await page.getByRole('heading', { level: 1, name: /fresh\.example/ }).waitFor();
  await page.getByRole('button', { name: 'Publish in local DNS' }).click();
  await page.getByText('Published in the local DNS').waitFor();
  await page.getByRole('button', { name: 'Verify now' }).click();

  await page.getByText('Verified. You can send from this domain.').waitFor();
  await page.getByRole('heading', { name: 'Ready' }).waitFor();
  expect(consoleErrors).toEqual([]);
});

test('a key is created, shown once and revoked', async () => {
  const { page, consoleErrors } = await openPage('/app/keys');
  await page.getByRole('button', { name: 'Create API key' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Of the shop');
  await page.getByLabel('Require approval for every email', { exact: true }).check();
  await page.getByRole('button', { name: 'Create', exact: true }).click();

  const key = (await page.locator('dialog code').textContent()) ?? '';
  expect(key).toMatch(/^sk_live_/);
  await page.getByRole('button', { name: 'Copy API key' }).click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key);
  await page.getByRole('button', { name: 'I have copied it' }).click();
  expect((await service().api('GET', '/v1/emails', { key })).status).toBe(200);

  await page.getByRole('button', { name: 'Revoke Of the shop' }).click();
  await page.getByRole('button', { name: 'Revoke key' }).click();
  await page.getByText('Revoked', { exact: true }).waitFor();
  expect((await service().api('GET', '/v1/emails', { key })).status).toBe(401);
  expect(await page.content()).not.toContain(key);
  expect(consoleErrors).toEqual([]);
});

test('a topic is added and deleted, and a suppressed address is listed', async () => {
  const { page, consoleErrors } = await openPage('/app/topics');
  await page.getByRole('button', { name: 'Add topic' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Product news');
  await page.getByLabel('Key', { exact: true }).fill('product');
  await page.getByRole('button', { name: 'Save topic' }).click();
  await page.getByRole('button', { name: 'Delete Product news' }).click();
  await page.getByRole('button', { name: 'Delete topic' }).click();
  await page.getByRole('heading', { name: 'No topics yet' }).waitFor();

  await page.getByRole('link', { name: 'Suppressions' }).click();
  await page.getByRole('button', { name: 'Add address' }).click();
  await page.locator('dialog').getByLabel('Email address', { exact: true }).fill('stop@example.com');
  await page.getByRole('button', { name: 'Suppress', exact: true }).click();
  await page.getByRole('rowheader', { name: 'stop@example.com' }).waitFor();
  expect(consoleErrors).toEqual([]);
});

test('an injected fault makes an AWS call fail, and the list of calls shows the error', async () => {
  const { page } = await openPage('/app/faults');
  await page.getByLabel('Call', { exact: true }).selectOption('SendEmail');
  await page.getByLabel('Error', { exact: true }).fill('BadRequestException');
  await page.getByRole('button', { name: 'Add fault' }).click();
  await page.getByRole('rowheader', { name: /sesv2\.sendemail/i }).waitFor();

  const body = { from: 'desk@mail.local.test', to: 'kim@example.com', subject: 'Hi', text: 'Hi' };
  expect((await service().api('POST', '/v1/emails', { body })).status).toBe(502);

  await page.getByRole('link', { name: 'AWS calls' }).click();
  await page.getByLabel('Function or call', { exact: true }).fill('sesv2.SendEmail');
  await page.getByText('BadRequestException').first().waitFor();
});

test('a host mapping is added and removed', async () => {
  const { page, consoleErrors } = await openPage('/app/network');
  await page.getByLabel('Host', { exact: true }).fill('hooks.acme.example');
  await page.getByLabel('Target', { exact: true }).fill('127.0.0.1:9999');
  await page.getByRole('button', { name: 'Save host' }).click();
  await page.getByRole('button', { name: 'Remove hooks.acme.example' }).click();

  await page.getByText('No hosts yet').waitFor();
  expect(consoleErrors).toEqual([]);
});

test('a keyboard user can skip to the content, and opening a page moves the focus to the content', async () => {
  const { page } = await openPage('/app/log');
  await page.getByRole('heading', { level: 1, name: 'Log' }).waitFor();

  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
  await page.getByRole('link', { name: 'Usage' }).focus();
  await page.keyboard.press('Enter');

  await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor();
  expect(await page.evaluate('document.activeElement.id')).toBe('main');
});

// This test is last because the clock cannot move back.
test('moving the clock on the clock page sends due emails, and the outbox shows them', async () => {
  await sendEmail(service(), { to: 'soon@example.com', subject: 'Soon', scheduled_at: 'in 3 hours' });
  await sendEmail(service(), { to: 'later@example.com', subject: 'Later', scheduled_at: 'in 23 hours' });
  const { page, consoleErrors } = await openPage('/app/clock');
  await page.getByText('Not moved').waitFor();

  // Other work may be due before the email.
  const wasSent = async () => (await service().outbox('?to=soon@example.com')).length > 0;
  for (let move = 0; move < 10 && !(await wasSent()); move += 1) {
    await page.getByRole('button', { name: 'Advance to this time', disabled: false }).click();
    await page
      .getByText(/^The clock is now at .*\.$/)
      .last()
      .waitFor();
    await service().settle();
  }
  expect(await wasSent()).toBe(true);
  expect(await service().outbox('?to=later@example.com')).toEqual([]);
  await page.getByRole('button', { name: '1 day' }).click();

  await page.getByText('The local clock was advanced').waitFor();
  await page.getByRole('link', { name: 'Outbox' }).click();
  await page.getByRole('heading', { name: 'Later' }).waitFor();
  expect(await service().outbox('?to=later@example.com')).toHaveLength(1);
  expect(consoleErrors).toEqual([]);
});

test('one long word in a table leaves the other columns their width, and each row one line', async () => {
  for (const subject of ['x'.repeat(900), '\u202Edesrever '.repeat(20), 'Short'])
    await sendEmail(service(), { to: 'wide@example.com', subject });
  await service().settle();
  const { page } = await openPage('/app/log?to=wide@example.com');
  await page.getByRole('cell', { name: 'Short' }).waitFor();

  const rows = await page.locator('tbody tr').evaluateAll((elements) =>
    elements.map((row) => ({
      height: row.getBoundingClientRect().height,
      narrowest: Math.min(...[...row.children].map((cell) => cell.getBoundingClientRect().width)),
    })),
  );
  expect(new Set(rows.map(({ height }) => Math.round(height))).size).toBe(1);
  for (const { narrowest } of rows) expect(narrowest).toBeGreaterThan(80);
});

describe('a page whose file cannot be loaded', () => {
  const pageFile = /\/assets\/log-[^/]*\.js/;

  test('says so inside the shell, and opens once the file is there', async () => {
    const { page } = await openPage('/app/outbox');
    await page.route(pageFile, (route) => route.abort());
    await page.getByRole('link', { name: 'Log', exact: true }).click();
    await page.getByText('This page could not be loaded').waitFor();
    await page.getByRole('link', { name: 'Topics', exact: true }).click();
    await page.getByRole('heading', { name: 'Topics', exact: true }).waitFor();

    await page.unroute(pageFile);
    await page.getByRole('link', { name: 'Log', exact: true }).click();
    await page.getByRole('heading', { name: 'Log' }).waitFor();
  });

  test('is loaded again at once after a failure that does not repeat', async () => {
    const { page } = await openPage('/app/outbox');
    await page.route(pageFile, (route) => route.abort(), { times: 1 });
    await page.getByRole('link', { name: 'Log', exact: true }).click();

    await page.getByRole('heading', { name: 'Log' }).waitFor();
  });

  test('reloads the dashboard if the server has another version', async () => {
    const { page } = await openPage('/app/outbox');
    const script = page.locator('script[type="module"]').first();
    await script.evaluate((element) => element.setAttribute('src', 'old.js'));
    await page.route(pageFile, (route) => route.abort(), { times: 1 });
    const reloaded = page.waitForEvent('load');
    await page.getByRole('link', { name: 'Log', exact: true }).click();

    await reloaded;
    await page.getByRole('heading', { name: 'Log' }).waitFor();
  });
});
