import { startCarrierNest } from '@carrier-nest/testing';
import { expect, test } from '@playwright/test';
import { startApp } from './app.js';

let nest;
let app;

test.beforeAll(async () => {
  nest = await startCarrierNest();
  app = await startApp({ url: nest.url, key: nest.key, from: `hello@${nest.domain}` });
});

test.afterAll(() => {
  app.stop();
  nest.stop();
});

test('a new user confirms the address with the code or the link', async ({ request }) => {
  await request.post(`${app.origin}/sign-up?email=kim@example.com`);

  const email = await nest.outbox.waitFor({ to: 'kim@example.com' });
  expect(email.subject).toBe('Confirm your address');
  const [code] = email.codes;
  expect(await (await request.get(`${app.origin}/confirm?code=${code}`)).text()).toBe('confirmed');
  const link = email.links.find(({ text }) => text === 'Confirm');
  expect(await (await request.get(link.url)).text()).toBe('confirmed');
});
