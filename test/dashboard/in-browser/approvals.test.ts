import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { usePages } from '../support/browser';
import { useOwnService } from '../support/use-own-service';
import { createDrafts } from '../support/sample-workspace';

const service = useOwnService();
const openPage = usePages(() => service().metadata.console);

const decideElsewhere = (id: string, decision: string) =>
  service().api('POST', `/v1/approvals/${id}`, { body: { decision, decided_by: 'Sam' } });

/** The time for which the page ignores decision keys after a draft appears. */
const waitUntilKeysWork = () => sleep(1_100);

test('drafts can be approved and rejected with only the keyboard', async () => {
  await createDrafts(service(), 'The first draft', 'The second draft', 'The third draft');
  const { page, consoleErrors } = await openPage('/app/approvals');
  const draftHeading = page.locator('.draft h2');
  await draftHeading.filter({ hasText: 'The first draft' }).waitFor();
  const press = (key: string) => page.keyboard.press(key);

  await press('j');
  await draftHeading.filter({ hasText: 'The second draft' }).waitFor();
  await press('k');
  await draftHeading.filter({ hasText: 'The first draft' }).waitFor();

  // The page asks for the name of the reviewer once.
  await waitUntilKeysWork();
  await press('1');
  await page.getByLabel('Your name', { exact: true }).waitFor();
  await page.keyboard.type('Lee');
  await press('Enter');
  await page.getByText('The draft will be approved.').waitFor();

  await press('j');
  await draftHeading.filter({ hasText: 'The second draft' }).waitFor();
  await waitUntilKeysWork();
  await press('3');
  await page.getByLabel('Reason', { exact: true }).waitFor();
  await page.keyboard.type('Wrong order');
  await press('Tab');
  await press('Enter');

  await press('j');
  await draftHeading.filter({ hasText: 'The third draft' }).waitFor();
  await waitUntilKeysWork();
  await press('1');
  await page.getByText('Approved and sent.').first().waitFor();
  await page.getByText('Already approved by Lee').waitFor();
  await page.getByText('No other drafts are waiting for a decision.').waitFor();

  const subjects = (await service().api('GET', '/v1/emails?limit=3')).body.data;
  expect(
    Object.fromEntries(
      subjects.map(({ subject, status }: { subject: string; status: string }) => [subject, status]),
    ),
  ).toMatchObject({ 'The second draft': 'canceled' });
  expect((await service().outbox('?limit=2')).length).toBe(2);
  expect(consoleErrors).toEqual([]);
});

test('a decision can be undone for ten seconds and is then not sent', async () => {
  await createDrafts(service(), 'The first draft');
  const { page } = await openPage('/app/approvals');
  await page.getByRole('button', { name: 'Reject' }).click();
  await page.getByLabel('Your name', { exact: true }).fill('Lee');
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();

  await page.getByRole('button', { name: 'Undo' }).click();

  await page.getByRole('button', { name: 'Approve' }).waitFor();
  await sleep(11_000);
  const { data } = (await service().api('GET', '/v1/approvals')).body;
  expect(data).toHaveLength(1);
  await decideElsewhere(data[0].id, 'reject');
});

test('a draft that a colleague decides stays on the screen, and keys do not decide the next draft', async () => {
  await createDrafts(service(), 'The first draft', 'The second draft');
  const [first, second] = (await service().api('GET', '/v1/approvals')).body.data;
  const { page } = await openPage('/app/approvals');
  const draftHeading = page.locator('.draft h2');
  await draftHeading.filter({ hasText: 'The first draft' }).waitFor();

  await decideElsewhere(first.id, 'reject');
  await page.getByText('Already rejected by Sam').waitFor();
  await page.keyboard.press('1');

  expect(await draftHeading.textContent()).toBe('The first draft');
  await page.keyboard.press('j');
  await draftHeading.filter({ hasText: 'The second draft' }).waitFor();
  // This key press was meant for the draft that was shown before.
  await page.keyboard.press('1');
  await sleep(1_100);
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect((await service().api('GET', '/v1/approvals')).body.data).toMatchObject([{ id: second.id }]);
  await decideElsewhere(second.id, 'reject');
});

test('an approver sees both parts if they differ, all headers, and can open the files', async () => {
  const { key } = (
    await service().api('POST', '/v1/api-keys', {
      body: { name: 'Agent', scopes: ['emails:send'], requires_approval: true },
    })
  ).body;
  await service().api('POST', '/v1/emails', {
    key,
    body: {
      from: 'desk@mail.local.test',
      to: '"Your refund is 9,000 EUR" <kim@example.com>',
      subject: 'A draft with two faces',
      html: '<p>Thank you</p>',
      text: 'Thank you. Wire the money',
      attachments: [{ filename: 'terms.txt', content: Buffer.from('Terms').toString('base64') }],
    },
  });
  const { page, consoleErrors } = await openPage('/app/approvals');

  await page.getByText('Recipients may see different versions of this email').waitFor();
  await page.locator('.draft > section pre').getByText('Wire the money').waitFor();
  await page.getByText('"Your refund is 9,000 EUR" <kim@example.com>').waitFor();
  const downloadEvent = page.waitForEvent('download');
  await page
    .getByRole('button', { name: /terms\.txt/ })
    .first()
    .click();
  expect(await readFile(await (await downloadEvent).path(), 'utf8')).toBe('Terms');
  expect(consoleErrors).toEqual([]);
  const { data } = (await service().api('GET', '/v1/approvals')).body;
  await decideElsewhere(data[0].id, 'reject');
});
