import type { Page } from 'playwright-core';
import { aWorkspace } from '../../support/factories';
import { inviteUser, administer, type Role } from '../../support/users/users';
import { findAccessibilityViolations, measureOverflowPx, phone, usePages } from '../support/browser';
import { useOwnService } from '../support/use-own-service';
import { createDrafts } from '../support/sample-workspace';

const service = useOwnService();
/** Opens the pages at the URL of the API, where a deployment serves them. */
const openDeployed = usePages(() => `${service().metadata.api}/app`);

/** Signs in through the sign-in page and the page of the user pool. */
async function signIn(page: Page, email: string): Promise<void> {
  await page.getByRole('link', { name: 'Sign in', exact: true }).click();
  await page.getByRole('link', { name: email }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
}

async function createUser(role: Role, email: string): Promise<string> {
  await inviteUser(service(), service().metadata.workspace.id, { role, email });
  return email;
}

const getEmailStatus = async (messageId: string) =>
  (await service().api('GET', `/v1/emails/${messageId}`)).body.status;

test('a viewer sees pending approvals but cannot decide them, and a member decides under their own name', async () => {
  await createDrafts(service());
  const [held] = (await service().api('GET', '/v1/approvals')).body.data;
  const viewer = await createUser('viewer', 'vera@example.com');
  const member = await createUser('member', 'mia@example.com');

  const asViewer = await openDeployed('/approvals');
  await signIn(asViewer.page, viewer);
  await asViewer.page.getByRole('heading', { level: 1, name: 'Approvals' }).waitFor();
  await asViewer.page.getByText(`${viewer}, viewer`).waitFor();
  await asViewer.page.getByRole('button', { name: 'Approve' }).click();
  await asViewer.page.getByText(/which your role, viewer, does not have/).waitFor();
  expect(await getEmailStatus(held.message_id)).toBe('queued');
  // The browser logs the 403 response. No other error is allowed.
  expect(asViewer.consoleErrors.filter((text) => !text.includes('403'))).toEqual([]);
  await asViewer.context.close();

  const { page, context, consoleErrors, requestedUrls } = await openDeployed('/approvals');
  await signIn(page, member);
  await page.getByRole('heading', { level: 1, name: 'Approvals' }).waitFor();
  // The page does not ask for a name, because the user is signed in.
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByText('Approved and sent.').waitFor();

  expect(await getEmailStatus(held.message_id)).not.toBe('queued');
  expect(consoleErrors).toEqual([]);
  expect(await page.evaluate('[document.cookie, localStorage.length, sessionStorage.length]')).toEqual([
    '',
    0,
    0,
  ]);
  const cookies = (await context.cookies()).filter(({ name }) => name === '__Host-carrier-nest');
  expect(cookies).toMatchObject([{ httpOnly: true, secure: true, sameSite: 'Strict', path: '/' }]);
  expect(requestedUrls.filter((url) => url.includes(cookies[0]?.value ?? 'none'))).toEqual([]);
});

test('the sign-in page is accessible on a phone, even after a failed sign-in', async () => {
  const { page } = await openDeployed('/log', { viewport: phone });
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await findAccessibilityViolations(page)).toEqual([]);
  expect(await measureOverflowPx(page)).toBe(0);

  await page.goto(`${service().metadata.api}/app/log?sign-in=failed`);

  await page.getByText(/You are not signed in/).waitFor();
  expect(await findAccessibilityViolations(page)).toEqual([]);
  expect(await measureOverflowPx(page)).toBe(0);
});

test('a link to a page opens that page after sign-in, and signing out returns to the sign-in page', async () => {
  const email = await createUser('member', 'link@example.com');
  const { page, consoleErrors } = await openDeployed('/domains');
  await signIn(page, email);

  await page.getByRole('heading', { level: 1, name: 'Domains' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { level: 1, name: 'Domains' }).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();

  await page.getByRole('link', { name: 'Sign in', exact: true }).waitFor();
  expect(consoleErrors).toEqual([]);
});

test('a user who is removed while a page is open sees no workspace after the next click', async () => {
  const email = await createUser('member', 'gone@example.com');
  const { page } = await openDeployed('/domains');
  await signIn(page, email);
  await page.getByRole('link', { name: 'mail.local.test' }).waitFor();

  await administer(service(), 'removeUser', { workspace_id: service().metadata.workspace.id, email });
  await page.getByRole('link', { name: 'Topics' }).click();

  await page.getByRole('heading', { name: 'No workspace' }).waitFor();
  await page.getByText(email).waitFor();
  expect(await findAccessibilityViolations(page)).toEqual([]);
});

test('a user with two workspaces chooses a workspace, and sees no data of the other workspace', async () => {
  const email = await createUser('member', 'both@example.com');
  const other = await aWorkspace(service(), { name: 'Southwind' });
  await inviteUser(service(), other.id, { email, role: 'admin' });
  await service().api('POST', '/v1/topics', { key: other.key, body: { key: 'tides', name: 'Tides' } });
  const { page, consoleErrors } = await openDeployed('/topics');
  await signIn(page, email);
  await page.getByRole('heading', { level: 1, name: 'Topics' }).waitFor();
  expect(await page.getByText('Tides').count()).toBe(0);

  await page.getByLabel('Workspace').selectOption('Southwind');
  await page.getByRole('rowheader', { name: 'Tides' }).waitFor();
  await page.getByText(`${email}, admin`).waitFor();
  await page.reload();
  await page.getByRole('rowheader', { name: 'Tides' }).waitFor();

  expect(await findAccessibilityViolations(page)).toEqual([]);
  expect(consoleErrors).toEqual([]);
});
