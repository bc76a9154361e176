import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { CarrierNest } from '@carrier-nest/sdk';

/** A web service that confirms the email address of each new account with a code, in place of a real shop. */
export async function startShop(): Promise<{ url: string; stop: () => void }> {
  const mailer = new CarrierNest();
  const codes = new Map<string, string>();

  const createAccount = async (email: string): Promise<number> => {
    const code = String(randomInt(100_000, 1_000_000));
    codes.set(email, code);
    await mailer.sendEmail({
      from: `Tea Shop <shop@${email.split('@')[1]}>`,
      to: email,
      subject: 'Confirm your account',
      text: `Welcome! Your verification code is ${code}.`,
    });
    return 201;
  };

  const answer = async (request: IncomingMessage): Promise<number> => {
    const { email = '', code } = (await json(request)) as { email?: string; code?: string };
    if (request.url === '/accounts') return createAccount(email);
    return codes.get(email) === code ? 200 : 403;
  };

  const server = createServer((request, response) => {
    answer(request).then(
      (status) => response.writeHead(status).end(),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: () => void server.close() };
}
