import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { findFreePort } from '../../../packages/local/src/machine/ports';
import { makeTempDir } from '../../support/run/run-dir';
import { Service } from '../../support/service';
import { startFrontServer, type FrontServer } from './support/front-server';
import { runVerify } from './support/run-verify';

let service: Service;

beforeAll(async () => {
  service = await Service.start(makeTempDir());
});

afterAll(() => service.stop());

const isDescription = (path: string): boolean => path === '/v1/openapi.json';

const requestsWithKey = ({ received }: FrontServer): string[] =>
  received
    .filter((request) => JSON.stringify(request).includes(service.metadata.key))
    .map(({ method, path }) => `${method} ${path}`);

test('verify follows no redirect to another host, so that host receives nothing (CL-4)', async () => {
  const other = await startFrontServer(service.metadata.api);
  const redirecting = await startFrontServer(service.metadata.api, ({ path }, forward) =>
    isDescription(path) ? forward() : { status: 307, headers: { Location: other.url + path } },
  );

  const report = await runVerify({ ...service.metadata, api: redirecting.url }, { only: ['key'] });

  other.stop();
  redirecting.stop();
  expect(report.outcome).toBe('failed');
  expect(requestsWithKey(redirecting)).not.toEqual([]);
  expect(other.received).toEqual([]);
});

test('neither a webhook receiver nor the host of a link in an email receives the key (CL-4)', async () => {
  const port = await findFreePort();
  const receiver = await startFrontServer(`http://127.0.0.1:${port}`);
  await service.control('PUT', '/hosts/hooks.example', { to: receiver.url.replace('http://', '') });
  const links = await startFrontServer(service.metadata.api);
  const proxy = await startFrontServer(service.metadata.api, async (_request, forward) => {
    const { body, ...rest } = await forward();
    return { ...rest, body: body?.replaceAll(service.metadata.api, links.url) };
  });

  const report = await runVerify(
    { ...service.metadata, api: proxy.url },
    { only: ['webhook', 'unsubscribe'], webhook: { url: 'http://hooks.example', port }, local: undefined },
  );

  for (const server of [receiver, links, proxy]) server.stop();
  expect(report.outcome).toBe('passed');
  expect(receiver.received.map(({ method }) => method)).toContain('POST');
  expect(links.received.map(({ method }) => method)).toEqual(['GET', 'POST']);
  expect([receiver, links].flatMap(requestsWithKey)).toEqual([]);
});

test.each([[[]], [['--json']]])(
  'with %j, verify does not print a key that a server repeats (CL-4)',
  async (args) => {
    const { key } = service.metadata;
    const repeating = await startFrontServer(service.metadata.api, ({ path, headers }, forward) =>
      isDescription(path)
        ? forward()
        : {
            status: 400,
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify({ error: { type: 'invalid_request', message: headers.authorization } }),
          },
    );

    const child = spawn(
      process.execPath,
      ['node_modules/.bin/carrier-nest', 'verify', '--url', repeating.url, ...args],
      { env: { ...process.env, CARRIER_NEST_KEY: key }, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);

    repeating.stop();
    expect(requestsWithKey(repeating)).not.toEqual([]);
    expect(out).toContain('Bearer ');
    expect(out + err).not.toContain(key);
  },
);
