import { createServer } from 'node:http';
import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { CarrierNest } from '@carrier-nest/sdk';

/** A sign-up server. `POST /sign-up?email=` sends a code and a link. `GET /confirm?token=` and `?code=` confirm. */
export async function startApp({ url, key, from }) {
  const nest = new CarrierNest({ url, key });
  const pending = [];
  const server = createServer((request, response) => {
    void handle(request).then((text) => response.end(text));
  });

  async function handle({ method, url: path }) {
    const { pathname, searchParams } = new URL(path, origin);
    if (method === 'POST' && pathname === '/sign-up') {
      const entry = { code: String(randomInt(100_000, 1_000_000)), token: randomUUID() };
      pending.push(entry);
      const link = `${origin}/confirm?token=${entry.token}`;
      await nest.sendEmail({
        from,
        to: searchParams.get('email'),
        subject: 'Confirm your address',
        html: `<p>Your code is ${entry.code}.</p><p><a href="${link}">Confirm</a></p>`,
      });
      return 'sent';
    }
    const [code, token] = [searchParams.get('code'), searchParams.get('token')];
    return pending.some((entry) => entry.code === code || entry.token === token) ? 'confirmed' : 'unknown';
  }

  await once(server.listen(0, '127.0.0.1'), 'listening');
  const origin = `http://127.0.0.1:${server.address().port}`;
  return { origin, stop: () => server.close() };
}
