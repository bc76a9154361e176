import { answers, payloadOf, Receiver, signedAt } from '../../support/receiver';
import { usePages } from '../support/browser';
import { ownService } from '../support/own-service';
import { send } from '../support/scene';
import { anEndpoint } from '../support/sequence';

const service = ownService();
const at = usePages(() => service().at.console);

let receiver: Receiver | undefined;
afterEach(() => receiver?.stop());

test('an endpoint is added, and its secret is shown once and never again', async () => {
  receiver = await Receiver.start(service(), 'hooks.acme.example');
  const { page, complaints } = await at('/app/webhooks');
  await page.getByRole('heading', { name: 'No endpoints yet' }).waitFor();
  await page.getByRole('button', { name: 'Add an endpoint' }).click();
  await page.getByLabel('URL', { exact: true }).fill(receiver.url);
  await page.getByLabel('send', { exact: true }).check();
  await page.getByRole('button', { name: 'Add the endpoint' }).click();

  const secret = (await page.locator('dialog code').textContent()) ?? '';
  expect(secret).toMatch(/^whsec_/);
  await page.getByRole('button', { name: 'Copy the secret' }).click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret);
  await page.getByRole('button', { name: 'I have copied it' }).click();
  expect(await page.content()).not.toContain(secret);
  await page.getByRole('link', { name: receiver.url }).click();
  await page.getByRole('heading', { level: 1, name: receiver.url }).waitFor();
  await page.reload();
  await page.getByText('Shown once, when it was added').waitFor();
  expect(await page.content()).not.toContain(secret);

  await send(service(), { to: 'kim@example.com' });
  await receiver.until(2);
  expect(signedAt(receiver.received[0] ?? never(), secret)).toBeGreaterThan(0);
  await page.getByRole('rowheader', { name: /^send/ }).waitFor();
  expect(complaints).toEqual([]);
});

test('an address that is no public one is refused at once, in the words of the API', async () => {
  const { page } = await at('/app/webhooks');
  await page.getByRole('button', { name: 'Add an endpoint' }).click();
  await page.getByLabel('URL', { exact: true }).fill('http://127.0.0.1:9999/');

  await page.getByRole('button', { name: 'Add the endpoint' }).click();

  await page.getByText('must be a public http or https address').waitFor();
  expect(await page.getByLabel('URL', { exact: true }).inputValue()).toBe('http://127.0.0.1:9999/');
});

test('an endpoint is changed, its secret replaced by a second one, and the first deleted', async () => {
  const id = await anEndpoint(service(), 'http://old.acme.example/');
  const { page, complaints } = await at(`/app/webhooks/${id}`);
  await page.getByRole('heading', { name: 'Nothing was told yet' }).waitFor();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('bounce', { exact: true }).check();
  await page.getByRole('button', { name: 'Save the endpoint' }).click();
  await page.getByText('send, delivery, bounce').waitFor();

  await page.getByRole('button', { name: 'Replace the secret' }).click();
  await page.getByText('This adds a second endpoint beside the first').waitFor();
  await page.getByRole('button', { name: 'Add the endpoint' }).click();
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete the endpoint' }).click();

  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
  const { data } = (await service().api('GET', '/v1/webhook-endpoints')).body;
  const those = data.filter(({ url }: { url: string }) => url.startsWith('http://old.acme.example'));
  expect(those).toMatchObject([{ events: ['send', 'delivery', 'bounce'] }]);
  expect(those[0].id).not.toBe(id);
  // A look that was under way may find it gone.
  expect(complaints.filter((text) => !/status of 404/.test(text))).toEqual([]);
});

// The last one: time does not go back.
test('an endpoint that answers 500 shows its attempts and what is said, and is tried by hand', async () => {
  receiver = await Receiver.start(service(), 'broken.acme.example', { reaction: answers(500) });
  const id = await anEndpoint(service(), receiver.url);
  await send(service(), { to: 'kim@example.com' });
  await receiver.until(2);
  const { page, complaints } = await at(`/app/webhooks/${id}`);
  const row = page.getByRole('row', { name: /^send/ });
  await row.getByText('Tried again').waitFor();
  await row.getByRole('cell', { name: 'HTTP 500' }).waitFor();
  await row.getByText('1 of 6').waitFor();

  await page.getByRole('button', { name: 'Look at the send' }).click();
  await page.getByText('After 12 hours').waitFor();
  await page.locator('summary', { hasText: 'What a request of this type says' }).click();
  const said = JSON.parse((await page.locator('dialog pre').textContent()) ?? '');
  expect(Object.keys(said)).toEqual(Object.keys(payloadOf(receiver.received[0] ?? never())));
  await page.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Disable' }).click();
  await page.getByRole('button', { name: 'Disable it' }).click();
  await page.getByRole('link', { name: 'Clock' }).click();
  await page.getByRole('button', { name: '15 minutes' }).click();
  await page.getByText('The clock of this machine’s service was moved').waitFor();
  await page.goBack();
  await row.getByText('Waits').waitFor();
  expect(receiver.received).toHaveLength(2);
  receiver.reactsWith(answers(200));
  await page.getByRole('button', { name: 'Enable' }).click();

  await row.getByText('Delivered').waitFor();
  await row.getByText('2 of 6').waitFor();
  await page.getByLabel('Status', { exact: true }).selectOption('failed');
  await page.getByText('No delivery is like that').waitFor();
  expect(complaints).toEqual([]);
});

function never(): never {
  throw new Error('Nothing was received');
}
