import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pki, type pki as Pki } from 'node-forge';
import { causesIn, runVerify } from './support/run-verify';
import { makeTempDir } from '../../support/run/run-dir';
import { Service } from '../../support/service';

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listen(server: Server, scheme: 'http' | 'https'): Promise<string> {
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `${scheme}://localhost:${(server.address() as AddressInfo).port}`;
}

const respond =
  (status: number, body: string): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { Connection: 'close' }).end(body);

const startPlain = (status: number, body: string) => listen(createServer(respond(status, body)), 'http');

const causesAt = async (url: string): Promise<Record<string, string>> =>
  causesIn(
    await runVerify({ api: url, console: url, key: 'sk_live_x' }, { only: ['service'], local: undefined }),
  );

/** A self-signed certificate. */
function createCertificate(host: string, expiresAt: Date): { key: string; cert: string } {
  const keys: Pki.rsa.KeyPair = pki.rsa.generateKeyPair(2048);
  const certificate = pki.createCertificate();
  certificate.publicKey = keys.publicKey;
  certificate.serialNumber = '01';
  certificate.validity.notBefore = new Date(expiresAt.getTime() - 86_400_000 * 365);
  certificate.validity.notAfter = expiresAt;
  const name = [{ name: 'commonName', value: host }];
  certificate.setSubject(name);
  certificate.setIssuer(name);
  certificate.setExtensions([
    { name: 'basicConstraints', cA: true },
    { name: 'subjectAltName', altNames: [{ type: 2, value: host }] },
  ]);
  certificate.sign(keys.privateKey);
  return { key: pki.privateKeyToPem(keys.privateKey), cert: pki.certificateToPem(certificate) };
}

/** Node reads the trusted authorities when a process starts. */
async function runCommand(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(process.execPath, ['node_modules/.bin/carrier-nest', 'verify', ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return text(child.stdout);
}

const startSecure = (host: string, expiresAt: Date) =>
  listen(createSecureServer(createCertificate(host, expiresAt), respond(200, '{}')), 'https');

describe('verify names the cause (CL-3)', () => {
  test('an unknown certificate', async () => {
    const url = await startSecure('localhost', new Date(Date.now() + 86_400_000));

    expect(await causesAt(url)).toEqual({ service: expect.stringContaining('No known authority issued') });
  });

  test.each([
    ['expired', 'localhost', -86_400_000, 'The certificate of localhost:'],
    [
      'of another host',
      'other.example',
      86_400_000,
      'The certificate belongs to another host than localhost:',
    ],
  ])('a certificate that is %s', async (_what, host, expiresInMs, cause) => {
    const certificate = createCertificate(host, new Date(Date.now() + expiresInMs));
    const authority = join(makeTempDir(), 'authority.pem');
    writeFileSync(authority, certificate.cert);
    const url = await listen(createSecureServer(certificate, respond(200, '{}')), 'https');

    const out = await runCommand(['--url', url, '--key', 'sk_live_x'], { NODE_EXTRA_CA_CERTS: authority });

    expect(out).toContain(`Likely cause: ${cause}`);
  });

  test('an unknown host', async () => {
    expect(await causesAt('https://nothing.invalid')).toEqual({
      service: 'DNS has no host nothing.invalid: the URL is misspelled, or its record is missing.',
    });
  });

  test('no server', async () => {
    const url = await startPlain(200, '');
    for (const server of servers.splice(0)) server.close();

    expect(await causesAt(url)).toEqual({
      service: expect.stringContaining('Nothing listens at localhost:'),
    });
  });

  test('a URL without the stage', async () => {
    const url = await startPlain(403, '{"message":"Missing Authentication Token"}');

    expect(await causesAt(url)).toEqual({ service: expect.stringContaining('the URL lacks the stage') });
  });

  test('the URL of another server', async () => {
    const url = await startPlain(200, '<html>Hello</html>');

    expect(await causesAt(url)).toEqual({
      service: expect.stringContaining('Another server than Carrier Nest'),
    });
  });

  test('a clock that was moved', async () => {
    const service = await Service.start(makeTempDir());
    await service.control('POST', '/clock', { advance_ms: 600_000 });

    const report = await runVerify(service.metadata, { only: ['clock', 'webhook'] });

    await service.stop();
    expect(causesIn(report)).toEqual({
      clock: expect.stringContaining('The clock of the local runtime was moved'),
      webhook: expect.stringContaining('The clocks of the service and of this machine differ'),
    });
  });
});
