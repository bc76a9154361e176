import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { aKey } from '../../support/arrange';
import { barriersOn, open, useBrowser } from '../support/browser';
import { ownService } from '../support/own-service';
import { send } from '../support/scene';

const service = ownService();
useBrowser();

/** The pages at the address of the API, as a deployment has them. */
const deployed = () => open(`${service().at.api}/app`);

const keyOnly = /API key/;

test('a key opens the pages, for this tab alone', async () => {
  await send(service(), { subject: 'For who has a key' });
  const { page, context, asked, complaints } = await deployed();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await barriersOn(page)).toEqual([]);

  await page.getByLabel(keyOnly).fill(service().at.key);
  await page.getByRole('button', { name: 'Use the key' }).click();

  await page.getByRole('heading', { level: 1, name: 'Log' }).waitFor();
  await page.getByRole('cell', { name: 'For who has a key' }).waitFor();
  // What only a machine of one's own has is not there.
  expect(await page.getByRole('link', { name: 'Outbox' }).count()).toBe(0);
  expect(asked.filter((url) => url.includes('/control/') || url.includes(service().at.key))).toEqual([]);
  await page.getByRole('cell', { name: 'For who has a key' }).click();
  await page.getByText('It works.').waitFor();
  expect(await page.evaluate('[localStorage.length, document.cookie]')).toEqual([0, '']);
  const other = await context.newPage();
  await other.goto(`${service().at.api}/app`);
  await other.getByRole('heading', { name: 'Sign in' }).waitFor();

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await page.evaluate('sessionStorage.length')).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

test('below the path of a stage, which no function is told, the pages work as they do without', async () => {
  const id = await send(service(), { subject: 'Behind a stage', html: '<p>Seen below it</p>' });
  await service().settle();
  const { page, context, asked, complaints } = await open(`${await belowAStage()}/prod/app`);
  await page.getByLabel(keyOnly).fill(service().at.key);
  await page.getByRole('button', { name: 'Use the key' }).click();
  await page.getByRole('cell', { name: 'Behind a stage' }).click();
  await page.waitForURL(`**/prod/app/log/${id}`);
  await page.frameLocator('iframe').getByText('Seen below it').waitFor();

  await page.reload();

  await page.frameLocator('iframe').getByText('Seen below it').waitFor();
  await page.getByRole('link', { name: 'Domains' }).click();
  await page.getByRole('link', { name: 'mail.local.test' }).click();
  await page.getByRole('heading', { level: 1, name: 'mail.local.test' }).waitFor();
  expect(asked.filter((url) => !new URL(url).pathname.startsWith('/prod/'))).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});

test('a key that is none is told so, and the next step', async () => {
  const { page, context } = await deployed();

  await page.getByLabel(keyOnly).fill('sk_live_none');
  await page.getByRole('button', { name: 'Use the key' }).click();

  await page.getByText('The key is unknown or was revoked.').waitFor();
  await context.close();
});

test('a key without a scope sees what it may, and which scope it lacks', async () => {
  const { key } = await aKey(service(), { scopes: ['domains:read'] });
  const { page, context } = await deployed();

  await page.getByLabel(keyOnly).fill(key);
  await page.getByRole('button', { name: 'Use the key' }).click();

  await page.getByText(/emails:read/).waitFor();
  await page.getByRole('link', { name: 'Domains' }).click();
  await page.getByRole('link', { name: 'mail.local.test' }).waitFor();
  await context.close();
});

const stages = new Set<ReturnType<typeof createServer>>();
afterAll(() => {
  for (const stage of stages) stage.close().closeAllConnections();
});

/** As API Gateway's own address has it: `/prod` stands before every path, and the functions do not see it. */
async function belowAStage(): Promise<string> {
  const stage = createServer((message, response) => {
    const url = new URL((message.url ?? '').replace(/^\/prod/, ''), service().at.api);
    const onward = request(url, { method: message.method, headers: { ...message.headers, host: url.host } });
    onward.once('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    message.pipe(onward);
  }).listen(0, '127.0.0.1');
  stages.add(stage);
  await once(stage, 'listening');
  return `http://127.0.0.1:${(stage.address() as AddressInfo).port}`;
}
