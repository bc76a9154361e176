import type { Page } from 'playwright-core';
import { aWorkspace } from '../../support/factories';
import { aUser, administer, type Role } from '../../support/users/invite';
import { barriersOn, excessWidth, phone, usePages } from '../support/browser';
import { ownService } from '../support/own-service';
import { draft } from '../support/scene';

const service = ownService();
/** The pages at the address of the API, as a deployment has them. */
const deployed = usePages(() => `${service().at.api}/app`);

/** From the sign-in of the pages by the user pool's to the pages. */
async function signIn(page: Page, email: string): Promise<void> {
  await page.getByRole('link', { name: 'Sign in', exact: true }).click();
  await page.getByRole('link', { name: email }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
}

async function someone(role: Role, email: string): Promise<string> {
  await aUser(service(), service().at.workspace.id, { role, email });
  return email;
}

const decisionOf = async (messageId: string) =>
  (await service().api('GET', `/v1/emails/${messageId}`)).body.status;

test('a viewer sees what waits and can decide nothing; a member decides under their own name', async () => {
  await draft(service());
  const [held] = (await service().api('GET', '/v1/approvals')).body.data;
  const viewer = await someone('viewer', 'vera@example.com');
  const member = await someone('member', 'mia@example.com');

  const asViewer = await deployed('/approvals');
  await signIn(asViewer.page, viewer);
  await asViewer.page.getByRole('heading', { level: 1, name: 'Approvals' }).waitFor();
  await asViewer.page.getByText(`${viewer}, viewer`).waitFor();
  await asViewer.page.getByRole('button', { name: 'Approve' }).click();
  await asViewer.page.getByText(/which your role, viewer, does not have/).waitFor();
  expect(await decisionOf(held.message_id)).toBe('queued');
  // A refusal is an error of the console too; there is nothing else.
  expect(asViewer.complaints.filter((text) => !text.includes('403'))).toEqual([]);
  await asViewer.context.close();

  const { page, context, complaints, asked } = await deployed('/approvals');
  await signIn(page, member);
  await page.getByRole('heading', { level: 1, name: 'Approvals' }).waitFor();
  // Nobody asks for a name.
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByText('Approved and sent.').waitFor();

  expect(await decisionOf(held.message_id)).not.toBe('queued');
  expect(complaints).toEqual([]);
  expect(await page.evaluate('[document.cookie, localStorage.length, sessionStorage.length]')).toEqual([
    '',
    0,
    0,
  ]);
  const cookies = (await context.cookies()).filter(({ name }) => name === '__Host-carrier-nest');
  expect(cookies).toMatchObject([{ httpOnly: true, secure: true, sameSite: 'Strict', path: '/' }]);
  expect(asked.filter((url) => url.includes(cookies[0]?.value ?? 'none'))).toEqual([]);
});

test('the sign-in says what to do, at the width of a phone too', async () => {
  const { page } = await deployed('/log', { viewport: phone });
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await barriersOn(page)).toEqual([]);
  expect(await excessWidth(page)).toBe(0);

  await page.goto(`${service().at.api}/app/log?sign-in=failed`);

  await page.getByText(/You are not signed in/).waitFor();
  expect(await barriersOn(page)).toEqual([]);
  expect(await excessWidth(page)).toBe(0);
});

test('a link to a page leads there by the sign-in, and signing out leads back to it', async () => {
  const email = await someone('member', 'link@example.com');
  const { page, complaints } = await deployed('/domains');
  await signIn(page, email);

  await page.getByRole('heading', { level: 1, name: 'Domains' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Domains' }).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();

  await page.getByRole('link', { name: 'Sign in', exact: true }).waitFor();
  expect(complaints).toEqual([]);
});

test('who is removed while a page is open is led to the sign-in by their next step', async () => {
  const email = await someone('member', 'gone@example.com');
  const { page } = await deployed('/domains');
  await signIn(page, email);
  await page.getByRole('link', { name: 'mail.local.test' }).waitFor();

  await administer(service(), 'removeUser', { workspace_id: service().at.workspace.id, email });
  await page.getByRole('link', { name: 'Topics' }).click();

  await page.getByRole('heading', { name: 'No workspace' }).waitFor();
  await page.getByText(email).waitFor();
  expect(await barriersOn(page)).toEqual([]);
});

test('who has two workspaces chooses, and sees nothing of the other', async () => {
  const email = await someone('member', 'both@example.com');
  const other = await aWorkspace(service(), { name: 'Southwind' });
  await aUser(service(), other.id, { email, role: 'admin' });
  await service().api('POST', '/v1/topics', { key: other.key, body: { key: 'tides', name: 'Tides' } });
  const { page, complaints } = await deployed('/topics');
  await signIn(page, email);
  await page.getByRole('heading', { level: 1, name: 'Topics' }).waitFor();
  expect(await page.getByText('Tides').count()).toBe(0);

  await page.getByLabel('Workspace').selectOption('Southwind');
  await page.getByRole('rowheader', { name: 'Tides' }).waitFor();
  await page.getByText(`${email}, admin`).waitFor();
  await page.reload();
  await page.getByRole('rowheader', { name: 'Tides' }).waitFor();

  expect(await barriersOn(page)).toEqual([]);
  expect(complaints).toEqual([]);
});
