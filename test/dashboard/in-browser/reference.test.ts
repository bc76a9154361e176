import { open, useBrowser } from '../support/browser';
import { ownService } from '../support/own-service';

const service = ownService();
useBrowser();

test('every operation of the API is found and opens; an example of it can be pasted', async () => {
  const { page, context, complaints } = await open(`${service().at.console}/app/reference`);
  const operations = page.locator('.operations a');
  await operations.first().waitFor();
  const { body: document } = await service().api('GET', '/v1/openapi.json');
  const inDocument = Object.values<object>(document.paths).flatMap((methods) => Object.keys(methods));
  expect(await operations.count()).toBe(inDocument.length);

  await page.getByLabel('Search').fill('POST /v1/topics');
  await page.getByRole('link', { name: 'Create a topic' }).click();

  await page.getByRole('heading', { level: 1, name: 'Create a topic' }).waitFor();
  await page.getByRole('rowheader', { name: 'default_subscribed' }).first().waitFor();
  await page.locator('details summary').first().click();
  const command = (await page.locator('details[open] pre').first().textContent()) ?? '';
  const [, url = ''] = /curl (\S+)/.exec(command) ?? [];
  const [, body = ''] = /-d '(.*)'/s.exec(command) ?? [];
  const answer = await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  expect(answer.status).toBe(201);
  expect(complaints).toEqual([]);
  await context.close();
});
