import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { aKey } from '../../support/api-helpers';
import { findAccessibilityViolations, openPage, useBrowser } from '../support/browser';
import { useOwnService } from '../support/use-own-service';
import { sendEmail } from '../support/sample-workspace';

const service = useOwnService();
useBrowser();

/** Opens the pages at the URL of the API, where a deployment serves them. */
const openDeployed = () => openPage(`${service().metadata.api}/app`);

const keyLabel = /API key/;

test('a key signs in only the tab in which it was entered', async () => {
  await sendEmail(service(), { subject: 'For who has a key' });
  const { page, context, requestedUrls, consoleErrors } = await openDeployed();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await findAccessibilityViolations(page)).toEqual([]);

  await page.getByLabel(keyLabel).fill(service().metadata.key);
  await page.getByRole('button', { name: 'Use API key' }).click();

  await page.getByRole('heading', { level: 1, name: 'Log' }).waitFor();
  await page.getByRole('cell', { name: 'For who has a key' }).waitFor();
  // The navigation does not show the pages of the local runtime.
  expect(await page.getByRole('link', { name: 'Outbox' }).count()).toBe(0);
  expect(
    requestedUrls.filter((url) => url.includes('/control/') || url.includes(service().metadata.key)),
  ).toEqual([]);
  await page.getByRole('cell', { name: 'For who has a key' }).click();
  await page.getByText('It works.').waitFor();
  expect(await page.evaluate('[localStorage.length, document.cookie]')).toEqual([0, '']);
  const other = await context.newPage();
  await other.goto(`${service().metadata.api}/app`);
  await other.getByRole('heading', { name: 'Sign in' }).waitFor();

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await page.evaluate('sessionStorage.length')).toBe(0);
  expect(consoleErrors).toEqual([]);
  await context.close();
});

test('the pages work below an API Gateway stage path', async () => {
  const id = await sendEmail(service(), { subject: 'Behind a stage', html: '<p>Seen below it</p>' });
  await service().settle();
  const { page, context, requestedUrls, consoleErrors } = await openPage(
    `${await startStageProxy()}/prod/app`,
  );
  await page.getByLabel(keyLabel).fill(service().metadata.key);
  await page.getByRole('button', { name: 'Use API key' }).click();
  await page.getByRole('cell', { name: 'Behind a stage' }).click();
  await page.waitForURL(`**/prod/app/log/${id}`);
  await page.frameLocator('iframe').getByText('Seen below it').waitFor();

  await page.reload();

  await page.frameLocator('iframe').getByText('Seen below it').waitFor();
  await page.getByRole('link', { name: 'Domains' }).click();
  await page.getByRole('link', { name: 'mail.local.test' }).click();
  await page.getByRole('heading', { level: 1, name: 'mail.local.test' }).waitFor();
  expect(requestedUrls.filter((url) => !new URL(url).pathname.startsWith('/prod/'))).toEqual([]);
  expect(consoleErrors).toEqual([]);
  await context.close();
});

test('an unknown key shows an error', async () => {
  const { page, context } = await openDeployed();

  await page.getByLabel(keyLabel).fill('sk_live_none');
  await page.getByRole('button', { name: 'Use API key' }).click();

  await page.getByText('The key is unknown or was revoked.').waitFor();
  await context.close();
});

test('a key with few scopes opens the pages that it may read, and other pages name the missing scope', async () => {
  const { key } = await aKey(service(), { scopes: ['domains:read'] });
  const { page, context } = await openDeployed();

  await page.getByLabel(keyLabel).fill(key);
  await page.getByRole('button', { name: 'Use API key' }).click();

  await page.getByText(/emails:read/).waitFor();
  await page.getByRole('link', { name: 'Domains' }).click();
  await page.getByRole('link', { name: 'mail.local.test' }).waitFor();
  await context.close();
});

const stageServers = new Set<ReturnType<typeof createServer>>();
afterAll(() => {
  for (const stageServer of stageServers) stageServer.close().closeAllConnections();
});

/** Starts a proxy that removes `/prod` from the start of every path, as the default API Gateway endpoint does. */
async function startStageProxy(): Promise<string> {
  const stageServer = createServer((incoming, response) => {
    const url = new URL((incoming.url ?? '').replace(/^\/prod/, ''), service().metadata.api);
    const proxied = request(url, {
      method: incoming.method,
      headers: { ...incoming.headers, host: url.host },
    });
    proxied.once('response', (proxiedResponse) => {
      response.writeHead(proxiedResponse.statusCode ?? 502, proxiedResponse.headers);
      proxiedResponse.pipe(response);
    });
    incoming.pipe(proxied);
  }).listen(0, '127.0.0.1');
  stageServers.add(stageServer);
  await once(stageServer, 'listening');
  return `http://127.0.0.1:${(stageServer.address() as AddressInfo).port}`;
}
