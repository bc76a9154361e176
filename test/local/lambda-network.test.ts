import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { aFolder } from '../support/run/run-folder';
import { aFunction, answerOf, aWorld, type World } from './support/lambda-world';

const probe = `
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

let world: World;
let server: Server;

async function listen(listening: Server): Promise<number> {
  await new Promise<void>((ready) => listening.listen(0, '127.0.0.1', ready));
  return (listening.address() as AddressInfo).port;
}

function echo(request: IncomingMessage, response: ServerResponse): void {
  response.end(`${request.headers.host} asked`);
}

beforeEach(async () => {
  world = await aWorld([aFunction(probe)]);
  server = createServer(echo);
  const port = await listen(server);
  world.hosts.put('hooks.example.com', { to: `127.0.0.1:${port}` });
});

afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await world.stop();
});

const ask = (event: Record<string, unknown>): Promise<unknown> => answerOf(world.pool, 'probe', event);

describe('names', () => {
  test('every way to resolve a name is answered by the zone', async () => {
    world.zone.put('example.com', { A: ['203.0.113.1'] });

    expect(await ask({ do: 'resolve', host: 'example.com' })).toEqual({
      top: ['203.0.113.1'],
      promises: ['203.0.113.1'],
      own: ['203.0.113.1'],
      ownPromises: ['203.0.113.1'],
      esm: ['203.0.113.1'],
    });
  });

  test('a look-up gives the addresses of the zone', async () => {
    world.zone.put('example.com', { A: ['203.0.113.1'], AAAA: ['2606:4700::1'] });
    const four = { address: '203.0.113.1', family: 4 };
    const six = { address: '2606:4700::1', family: 6 };

    expect(await ask({ do: 'lookup', host: 'example.com' })).toEqual({
      one: four,
      all: [four, six],
      six,
      callback: [null, '203.0.113.1', 4],
      callbackAll: [four, six],
    });
  });

  test.each([
    ['NXDOMAIN', 'ENOTFOUND'],
    ['SERVFAIL', 'EAI_AGAIN'],
    ['TIMEOUT', 'EAI_AGAIN'],
  ] as const)('%s fails a look-up with %s', async (error, code) => {
    world.zone.put('example.com', { error });

    expect(await ask({ do: 'lookupOne', host: 'example.com' })).toEqual({ code });
  });

  test('localhost and literal addresses are what they are', async () => {
    expect(await ask({ do: 'lookupOne', host: 'localhost' })).toMatchObject({
      address: expect.stringMatching(/^127\.|^::1$/),
    });
    expect(await ask({ do: 'lookupOne', host: '192.0.2.1' })).toEqual({ address: '192.0.2.1', family: 4 });
  });
});

describe('connections', () => {
  test('a request to a routed host ends at its loopback port, whatever the port it asks for', async () => {
    const url = 'http://hooks.example.com:8080/';

    expect(await ask({ do: 'http', url })).toEqual({ status: 200, text: 'hooks.example.com:8080 asked' });
    expect(await ask({ do: 'fetch', url })).toEqual({ text: 'hooks.example.com:8080 asked' });
  });

  test("a request with a look-up of its own ends at the address's port", async () => {
    const address = world.hosts.addressOf('hooks.example.com');

    expect(await ask({ do: 'lookedUp', url: 'http://other.example.com/', address })).toEqual({
      status: 200,
      text: 'other.example.com asked',
    });
  });

  test('a routed IPv6 address is reached, however it is spelt', async () => {
    world.zone.put('hooks.example.com', { AAAA: ['2606:4700::1'] });
    const spelt = { address: '2606:4700:0:0::0001', family: 6 };

    expect(await ask({ do: 'http', url: 'http://hooks.example.com/' })).toMatchObject({ status: 200 });
    expect(await ask({ do: 'lookedUp', url: 'http://hooks.example.com/', ...spelt })).toMatchObject({
      status: 200,
    });
  });

  test('a host that is routed while the function runs is reached by its next connection', async () => {
    expect(await ask({ do: 'http', url: 'http://late.example.com/' })).toEqual({ code: 'ECONNREFUSED' });

    const { to } = world.hosts.list()[0] ?? { to: '' };
    world.hosts.put('late.example.com', { to });
    expect(await ask({ do: 'http', url: 'http://late.example.com/' })).toMatchObject({ status: 200 });

    world.hosts.delete('late.example.com');
    expect(await ask({ do: 'http', url: 'http://late.example.com/' })).toEqual({ code: 'ECONNREFUSED' });
  });

  test('loopback itself is reached', async () => {
    const port = Number(world.hosts.list()[0]?.to.split(':')[1]);

    expect(await ask({ do: 'connect', host: '127.0.0.1', port })).toEqual({ connected: true });
    expect(await ask({ do: 'connect', host: '::ffff:127.0.0.1', port })).toEqual({ connected: true });
  });

  test.each([
    '93.184.216.34',
    '10.0.0.1',
    '169.254.169.254',
    '0.0.0.0',
    '2606:4700::1',
    '::ffff:10.0.0.1',
    '::',
  ])('a connection to %s, an address of no routed host, never leaves the machine', async (host) => {
    expect(await ask({ do: 'connect', host, port: 443 })).toEqual({ code: 'ECONNREFUSED' });
  });

  test('a datagram never leaves the machine', async () => {
    expect(await ask({ do: 'udp', host: '93.184.216.34' })).toEqual({ code: 'ECONNREFUSED' });
  });

  test('TLS works through a routed address', async () => {
    const tls = createTlsServer(selfSigned(), echo);
    world.hosts.put('secure.example.com', { to: `127.0.0.1:${await listen(tls)}` });
    const address = world.hosts.addressOf('secure.example.com');
    const expected = { status: 200, text: 'secure.example.com asked' };

    expect(await ask({ do: 'https', url: 'https://secure.example.com/' })).toEqual(expected);
    expect(await ask({ do: 'lookedUp', url: 'https://secure.example.com/', address })).toEqual(expected);

    tls.closeAllConnections();
    tls.close();
  });
});

function selfSigned(): { key: Buffer; cert: Buffer } {
  const folder = aFolder();
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
