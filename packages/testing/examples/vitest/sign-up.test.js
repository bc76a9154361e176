import { startCarrierNest } from '@carrier-nest/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp } from './app.js';

let nest;
let app;

beforeAll(async () => {
  nest = await startCarrierNest();
  app = await startApp({ url: nest.url, key: nest.key, from: `hello@${nest.domain}` });
});

afterAll(() => {
  app.stop();
  nest.stop();
});

test('a new user confirms the address with the code or the link', async () => {
  await fetch(`${app.origin}/sign-up?email=kim@example.com`, { method: 'POST' });

  const email = await nest.outbox.waitFor({ to: 'kim@example.com' });
  expect(email.subject).toBe('Confirm your address');
  const [code] = email.codes;
  expect(await (await fetch(`${app.origin}/confirm?code=${code}`)).text()).toBe('confirmed');
  const link = email.links.find(({ text }) => text === 'Confirm');
  expect(await (await fetch(link.url)).text()).toBe('confirmed');
});
