import { openPage, useBrowser } from '../support/browser';
import { useOwnService } from '../support/use-own-service';

const service = useOwnService();
useBrowser();

test('every API operation is listed, and its example runs as a shell command', async () => {
  const { page, context, consoleErrors } = await openPage(`${service().metadata.console}/app/reference`);
  const operations = page.locator('.operations a');
  await operations.first().waitFor();
  const { body: document } = await service().api('GET', '/v1/openapi.json');
  const documentedMethods = Object.values<object>(document.paths).flatMap((methods) => Object.keys(methods));
  expect(await operations.count()).toBe(documentedMethods.length);

  await page.getByLabel('Search').fill('POST /v1/topics');
  await page.getByRole('link', { name: 'Create or update a topic' }).click();

  await page.getByRole('heading', { level: 1, name: 'Create or update a topic' }).waitFor();
  await page.getByRole('rowheader', { name: 'default_subscribed' }).first().waitFor();
  await page.locator('details summary').first().click();
  const command = (await page.locator('details[open] pre').first().textContent()) ?? '';
  const [, url = ''] = /curl (\S+)/.exec(command) ?? [];
  const [, body = ''] = /-d '(.*)'/s.exec(command) ?? [];
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body,
  });
  expect(response.status).toBe(201);
  expect(consoleErrors).toEqual([]);
  await context.close();
});
