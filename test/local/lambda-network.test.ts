import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { makeTempDir } from '../support/run/run-dir';
import {
  createFunction,
  invokeOk,
  createLambdaEnvironment,
  type LambdaEnvironment,
} from './support/lambda-environment';

const probeSource = `
  const dns = require('node:dns');
  const http = require('node:http');
  const https = require('node:https');
  const net = require('node:net');
  const dgram = require('node:dgram');
  const { promisify } = require('node:util');

  const code = (error) => ({ code: error.cause?.code ?? error.code });
  const read = (response, resolve) => {
    let text = '';
    response.on('data', (chunk) => (text += chunk)).on('end', () => resolve({ status: response.statusCode, text }));
  };
  const request = (client, url, options) =>
    new Promise((resolve, reject) => {
      client.get(url, { agent: false, rejectUnauthorized: false, ...options }, (r) => read(r, resolve)).on('error', reject);
    });
  const actions = {
    http: ({ url }) => request(http, url),
    https: ({ url }) => request(https, url),
    lookedUp: ({ url, address, family = 4 }) => request(url.startsWith('https') ? https : http, url, {
      lookup: (host, options, done) => options.all ? done(null, [{ address, family }]) : done(null, address, family),
    }),
    fetch: async ({ url }) => ({ text: await (await fetch(url)).text() }),
    connect: ({ host, port }) => new Promise((resolve, reject) => {
      const socket = net.connect(port, host, () => resolve(socket.destroy() && { connected: true })).on('error', reject);
    }),
    udp: ({ host }) => new Promise((resolve, reject) => {
      const socket = dgram.createSocket('udp4');
      socket.send('x', 53, host, (error) => { socket.close(); error ? reject(error) : resolve({ sent: true }); });
    }),
    resolve: async ({ host }) => ({
      top: await promisify(dns.resolve4)(host),
      promises: await dns.promises.resolve4(host),
      own: await promisify(dns.Resolver.prototype.resolve4).call(new dns.Resolver(), host),
      ownPromises: await (() => { const r = new dns.promises.Resolver(); r.setServers(['192.0.2.1']); return r.resolve4(host); })(),
      esm: (await (await import('node:dns/promises')).resolve4(host)),
    }),
    lookup: async ({ host }) => ({
      one: await dns.promises.lookup(host),
      all: await dns.promises.lookup(host, { all: true }),
      six: await dns.promises.lookup(host, { family: 6 }).catch(code),
      callback: await new Promise((resolve) => dns.lookup(host, (error, address, family) => resolve([error?.code ?? null, address, family]))),
      callbackAll: await new Promise((resolve) => dns.lookup(host, { all: true }, (error, all) => resolve(all))),
    }),
    lookupOne: ({ host }) => dns.promises.lookup(host),
  };
  exports.handler = (event) => actions[event.do](event).catch(code);`;

let lambda: LambdaEnvironment;
let server: Server;

async function startListening(httpServer: Server): Promise<number> {
  await new Promise<void>((ready) => httpServer.listen(0, '127.0.0.1', ready));
  return (httpServer.address() as AddressInfo).port;
}

function echoHost(request: IncomingMessage, response: ServerResponse): void {
  response.end(`${request.headers.host} asked`);
}

beforeEach(async () => {
  lambda = await createLambdaEnvironment([createFunction(probeSource)]);
  server = createServer(echoHost);
  const port = await startListening(server);
  lambda.hosts.put('hooks.example.com', { to: `127.0.0.1:${port}` });
});

afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await lambda.stop();
});

const invokeProbe = (event: Record<string, unknown>): Promise<unknown> =>
  invokeOk(lambda.pool, 'probe', event);

describe('names', () => {
  test('every resolver API gets the records of the zone', async () => {
    lambda.zone.put('example.com', { A: ['203.0.113.1'] });

    expect(await invokeProbe({ do: 'resolve', host: 'example.com' })).toEqual({
      top: ['203.0.113.1'],
      promises: ['203.0.113.1'],
      own: ['203.0.113.1'],
      ownPromises: ['203.0.113.1'],
      esm: ['203.0.113.1'],
    });
  });

  test('a lookup returns the addresses of the zone', async () => {
    lambda.zone.put('example.com', { A: ['203.0.113.1'], AAAA: ['2606:4700::1'] });
    const ipv4Result = { address: '203.0.113.1', family: 4 };
    const ipv6Result = { address: '2606:4700::1', family: 6 };

    expect(await invokeProbe({ do: 'lookup', host: 'example.com' })).toEqual({
      one: ipv4Result,
      all: [ipv4Result, ipv6Result],
      six: ipv6Result,
      callback: [null, '203.0.113.1', 4],
      callbackAll: [ipv4Result, ipv6Result],
    });
  });

  test.each([
    ['NXDOMAIN', 'ENOTFOUND'],
    ['SERVFAIL', 'EAI_AGAIN'],
    ['TIMEOUT', 'EAI_AGAIN'],
  ] as const)('the configured error %s makes a lookup fail with %s', async (error, code) => {
    lambda.zone.put('example.com', { error });

    expect(await invokeProbe({ do: 'lookupOne', host: 'example.com' })).toEqual({ code });
  });

  test('localhost resolves to a loopback address, and a literal address resolves to itself', async () => {
    expect(await invokeProbe({ do: 'lookupOne', host: 'localhost' })).toMatchObject({
      address: expect.stringMatching(/^127\.|^::1$/),
    });
    expect(await invokeProbe({ do: 'lookupOne', host: '192.0.2.1' })).toEqual({
      address: '192.0.2.1',
      family: 4,
    });
  });
});

describe('connections', () => {
  test('a request to a mapped host reaches its loopback port, regardless of the requested port', async () => {
    const url = 'http://hooks.example.com:8080/';

    expect(await invokeProbe({ do: 'http', url })).toEqual({
      status: 200,
      text: 'hooks.example.com:8080 asked',
    });
    expect(await invokeProbe({ do: 'fetch', url })).toEqual({ text: 'hooks.example.com:8080 asked' });
  });

  test('a request with a custom lookup reaches the port of the address', async () => {
    const address = lambda.hosts.addressOf('hooks.example.com');

    expect(await invokeProbe({ do: 'lookedUp', url: 'http://other.example.com/', address })).toEqual({
      status: 200,
      text: 'other.example.com asked',
    });
  });

  test('a mapped IPv6 address is reached in any spelling', async () => {
    lambda.zone.put('hooks.example.com', { AAAA: ['2606:4700::1'] });
    const differentlySpelled = { address: '2606:4700:0:0::0001', family: 6 };

    expect(await invokeProbe({ do: 'http', url: 'http://hooks.example.com/' })).toMatchObject({
      status: 200,
    });
    expect(
      await invokeProbe({ do: 'lookedUp', url: 'http://hooks.example.com/', ...differentlySpelled }),
    ).toMatchObject({
      status: 200,
    });
  });

  test('a host that is mapped while the function runs is reached by its next connection', async () => {
    expect(await invokeProbe({ do: 'http', url: 'http://late.example.com/' })).toEqual({
      code: 'ECONNREFUSED',
    });

    const { to } = lambda.hosts.list()[0] ?? { to: '' };
    lambda.hosts.put('late.example.com', { to });
    expect(await invokeProbe({ do: 'http', url: 'http://late.example.com/' })).toMatchObject({ status: 200 });

    lambda.hosts.delete('late.example.com');
    expect(await invokeProbe({ do: 'http', url: 'http://late.example.com/' })).toEqual({
      code: 'ECONNREFUSED',
    });
  });

  test('loopback is reachable', async () => {
    const port = Number(lambda.hosts.list()[0]?.to.split(':')[1]);

    expect(await invokeProbe({ do: 'connect', host: '127.0.0.1', port })).toEqual({ connected: true });
    expect(await invokeProbe({ do: 'connect', host: '::ffff:127.0.0.1', port })).toEqual({ connected: true });
  });

  test.each([
    '93.184.216.34',
    '10.0.0.1',
    '169.254.169.254',
    '0.0.0.0',
    '2606:4700::1',
    '::ffff:10.0.0.1',
    '::',
  ])('a connection to %s, an unmapped address, never leaves the machine', async (host) => {
    expect(await invokeProbe({ do: 'connect', host, port: 443 })).toEqual({ code: 'ECONNREFUSED' });
  });

  test('a datagram never leaves the machine', async () => {
    expect(await invokeProbe({ do: 'udp', host: '93.184.216.34' })).toEqual({ code: 'ECONNREFUSED' });
  });

  test('TLS works through a mapped address', async () => {
    const tls = createTlsServer(createSelfSignedCertificate(), echoHost);
    lambda.hosts.put('secure.example.com', { to: `127.0.0.1:${await startListening(tls)}` });
    const address = lambda.hosts.addressOf('secure.example.com');
    const expected = { status: 200, text: 'secure.example.com asked' };

    expect(await invokeProbe({ do: 'https', url: 'https://secure.example.com/' })).toEqual(expected);
    expect(await invokeProbe({ do: 'lookedUp', url: 'https://secure.example.com/', address })).toEqual(
      expected,
    );

    tls.closeAllConnections();
    tls.close();
  });
});

function createSelfSignedCertificate(): { key: Buffer; cert: Buffer } {
  const folder = makeTempDir();
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=secure.example.com', '-days', '1'];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, ...subject],
    {
      stdio: 'ignore',
    },
  );
  return { key: readFileSync(key), cert: readFileSync(cert) };
}
