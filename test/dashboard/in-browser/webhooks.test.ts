import { respondWith, payloadOf, WebhookReceiver, verifySignature } from '../../support/webhook-receiver';
import { usePages } from '../support/browser';
import { useOwnService } from '../support/use-own-service';
import { sendEmail } from '../support/sample-workspace';
import { createEndpoint } from '../support/sample-automations';

const service = useOwnService();
const openPage = usePages(() => service().metadata.console);

let receiver: WebhookReceiver | undefined;
afterEach(() => receiver?.stop());

test('an endpoint is added, and its secret is shown only once', async () => {
  receiver = await WebhookReceiver.start(service(), 'hooks.acme.example');
  const { page, consoleErrors } = await openPage('/app/webhooks');
  await page.getByRole('heading', { name: 'No endpoints yet' }).waitFor();
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  await page.getByLabel('URL', { exact: true }).fill(receiver.url);
  await page.getByLabel('send', { exact: true }).check();
  await page.getByRole('button', { name: 'Add', exact: true }).click();

  const secret = (await page.locator('dialog code').textContent()) ?? '';
  expect(secret).toMatch(/^whsec_/);
  await page.getByRole('button', { name: 'Copy signing secret' }).click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret);
  await page.getByRole('button', { name: 'I have copied it' }).click();
  expect(await page.content()).not.toContain(secret);
  await page.getByRole('link', { name: receiver.url }).click();
  await page.getByRole('heading', { level: 1, name: receiver.url }).waitFor();
  await page.reload();
  await page.getByText('Shown once, when the endpoint was added').waitFor();
  expect(await page.content()).not.toContain(secret);

  await sendEmail(service(), { to: 'kim@example.com' });
  await receiver.waitForRequests(2);
  expect(verifySignature(receiver.received[0] ?? failNothingReceived(), secret)).toBeGreaterThan(0);
  await page.getByRole('rowheader', { name: /^send/ }).waitFor();
  expect(consoleErrors).toEqual([]);
});

test('a private address is refused immediately, with the API’s message', async () => {
  const { page } = await openPage('/app/webhooks');
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  await page.getByLabel('URL', { exact: true }).fill('http://127.0.0.1:9999/');

  await page.getByRole('button', { name: 'Add', exact: true }).click();

  await page.getByText('must be a public http or https address').waitFor();
  expect(await page.getByLabel('URL', { exact: true }).inputValue()).toBe('http://127.0.0.1:9999/');
});

test('an endpoint is edited, replaced by a second endpoint with a new secret, and deleted', async () => {
  const id = await createEndpoint(service(), 'http://old.acme.example/');
  const { page, consoleErrors } = await openPage(`/app/webhooks/${id}`);
  await page.getByRole('heading', { name: 'No deliveries yet' }).waitFor();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('bounce', { exact: true }).check();
  await page.getByRole('button', { name: 'Save endpoint' }).click();
  await page.getByText('send, delivery, bounce').waitFor();

  await page.getByRole('button', { name: 'Replace secret' }).click();
  await page.getByText('This form adds a second endpoint with a new secret').waitFor();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete endpoint' }).click();

  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
  const { data } = (await service().api('GET', '/v1/webhook-endpoints')).body;
  const newEndpoints = data.filter(({ url }: { url: string }) => url.startsWith('http://old.acme.example'));
  expect(newEndpoints).toMatchObject([{ events: ['send', 'delivery', 'bounce'] }]);
  expect(newEndpoints[0].id).not.toBe(id);
  // A refresh that is in flight when the endpoint is deleted gets a 404.
  expect(consoleErrors.filter((text) => !/status of 404/.test(text))).toEqual([]);
});

// This test is last because the clock cannot move back.
test('the page shows the attempts and an example payload of an endpoint that responds with 500, and the endpoint receives the event after it is re-enabled', async () => {
  receiver = await WebhookReceiver.start(service(), 'broken.acme.example', { behavior: respondWith(500) });
  const id = await createEndpoint(service(), receiver.url);
  await sendEmail(service(), { to: 'kim@example.com' });
  await receiver.waitForRequests(2);
  const { page, consoleErrors } = await openPage(`/app/webhooks/${id}`);
  const row = page.getByRole('row', { name: /^send/ });
  await row.getByText('Retrying').waitFor();
  await row.getByRole('cell', { name: 'HTTP 500' }).waitFor();
  await row.getByText('1 of 6').waitFor();

  await page.getByRole('button', { name: 'View the send delivery' }).click();
  await page.getByText('After 12 hours').waitFor();
  await page.locator('summary', { hasText: 'Example payload' }).click();
  const examplePayload = JSON.parse((await page.locator('dialog pre').textContent()) ?? '');
  expect(Object.keys(examplePayload)).toEqual(
    Object.keys(payloadOf(receiver.received[0] ?? failNothingReceived())),
  );
  await page.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Disable' }).click();
  await page.getByRole('button', { name: 'Disable endpoint' }).click();
  await page.getByRole('link', { name: 'Clock' }).click();
  await page.getByRole('button', { name: '15 minutes' }).click();
  await page.getByText('The local clock was advanced').waitFor();
  await page.goBack();
  await row.getByText('Paused').waitFor();
  expect(receiver.received).toHaveLength(2);
  receiver.setBehavior(respondWith(200));
  await page.getByRole('button', { name: 'Enable' }).click();

  await row.getByText('Delivered').waitFor();
  await row.getByText('2 of 6').waitFor();
  await page.getByLabel('Status', { exact: true }).selectOption('failed');
  await page.getByText('No matching deliveries').waitFor();
  expect(consoleErrors).toEqual([]);
});

function failNothingReceived(): never {
  throw new Error('Nothing was received');
}
