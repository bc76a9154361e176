import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { ownService } from './support/own-service';
import { send } from './support/scene';

const service = ownService();

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** As a browser asks: fetch lets nobody choose these headers, and follows where it is led. */
async function ask(path: string, { method = 'GET', headers = {}, body }: Asked = {}) {
  const asking = request(`${service().at.console}${path}`, { method, headers }).end(body);
  const [answer] = await once(asking, 'response');
  const bytes = await buffer(answer);
  return { status: answer.statusCode, headers: answer.headers, body: bytes.toString(), size: bytes.length };
}

const page = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' };

describe('the address of the console', () => {
  test('leads a person to the pages', async () => {
    for (const path of ['/', '/app', '/app/'])
      expect(await ask(path, { headers: page })).toMatchObject({
        status: 302,
        headers: { location: '/app/outbox', vary: 'Accept' },
      });
  });

  test('is there after a path that is no URL', async () => {
    for (const path of ['//', '//[', '/app/mail/outbox/%E0%A4%A', '/app/%', '/v1/%'])
      expect((await ask(path)).status).toBeGreaterThanOrEqual(200);

    expect((await ask('/')).status).toBe(200);
  });

  test('tells a program what the control API can do', async () => {
    const { status, body } = await ask('/', { headers: { accept: 'application/json' } });

    expect({ status, service: JSON.parse(body).service }).toEqual({
      status: 200,
      service: 'Carrier Nest, local',
    });
    expect((await ask('/')).status).toBe(200);
  });
});

describe('the pages', () => {
  test('are one document under a policy without inline code, that nobody keeps', async () => {
    const root = await ask('/app/log', { headers: page });
    const deep = await ask('/app/log/some-id', { headers: page });

    expect(root).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'referrer-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
        'cross-origin-opener-policy': 'same-origin',
      },
    });
    expect(root.headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
        "connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'self'; frame-ancestors 'none'",
    );
    expect(root.body).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/);
    expect(deep.body).toBe(root.body.replace('<base href="./"', '<base href="../"'));
  });

  test('have files that are kept for a year, for their names change with them', async () => {
    const files = await filesOfFirstLoad();

    expect(files.length).toBeGreaterThan(1);
    for (const file of files)
      expect(await ask(file)).toMatchObject({
        status: 200,
        headers: {
          'cache-control': 'public, max-age=31536000, immutable',
          'content-type': expect.stringMatching(/^text\/(javascript|css); charset=utf-8$/),
          'x-content-type-options': 'nosniff',
        },
      });
  });

  test('load with at most 180 KB, compressed', async () => {
    const headers = { 'accept-encoding': 'gzip, deflate, br' };
    const answers = await Promise.all((await filesOfFirstLoad()).map((file) => ask(file, { headers })));

    expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual(answers.map(() => 'br'));
    expect(answers.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(180_000);
  });

  test.each([
    '/app/assets/none.js',
    '/app/assets/..%2findex.html',
    '/app/..%2f..%2fpackage.json',
    '/app/assets/%2e%2e/index.html.js',
    '/app/.env',
  ])('%s is none of them', async (path) => {
    const { status, body } = await ask(path);

    expect({ status, body }).toEqual({ status: 404, body: expect.stringContaining('No such file') });
  });

  test('are read and not written', async () => {
    const json = { 'content-type': 'application/json' };

    expect((await ask('/app/log', { method: 'POST', headers: json, body: '{}' })).status).toBe(401);
  });
});

/** What the document asks for before anything is shown. */
async function filesOfFirstLoad(): Promise<string[]> {
  const { body } = await ask('/app/log', { headers: page });
  return [...body.matchAll(/(?:src|href)="\.(\/assets\/[^"]+)"/g)].map(([, file = '']) => `/app${file}`);
}

describe('the session', () => {
  test('is that of the seeded workspace, without its key', async () => {
    const { status, headers, body } = await ask('/app/session');
    const { workspace, api, key } = service().at;

    expect({ status, body: JSON.parse(body) }).toEqual({
      status: 200,
      body: expect.objectContaining({ mode: 'local', workspace, control: true, api }),
    });
    expect(headers['cache-control']).toBe('no-store');
    expect(body).not.toContain(key);
  });
});

describe('the API through the console', () => {
  const json = { 'content-type': 'application/json' };

  test('is asked as the seeded workspace where there is no credential', async () => {
    const id = await send(service(), { subject: 'Through the console' });

    const { status, body, headers } = await ask(`/v1/emails/${id}`);

    expect({ status, subject: JSON.parse(body).subject }).toEqual({
      status: 200,
      subject: 'Through the console',
    });
    expect(headers['content-security-policy']).toContain('sandbox');
  });

  test('is asked with the credential that is given', async () => {
    const { status, body } = await ask('/v1/emails', { headers: { authorization: 'Bearer sk_live_none' } });

    expect({ status, type: JSON.parse(body).error.type }).toEqual({ status: 401, type: 'unauthorized' });
  });

  test('takes JSON as JSON alone', async () => {
    const body = JSON.stringify({ key: 'news', name: 'News' });

    expect(
      (await ask('/v1/topics', { method: 'POST', headers: { 'content-type': 'text/plain' }, body })).status,
    ).toBe(415);
    expect((await ask('/v1/topics', { method: 'POST', headers: json, body })).status).toBe(201);
  });
});

describe('what another site makes a browser ask', () => {
  const paths = ['/', '/app/', '/app/session', '/app/mail/outbox', '/v1/emails'];

  test.each([
    ['a name that it has pointed here', { host: 'evil.example' }],
    ['its own origin', { origin: 'https://evil.example' }],
    ['an image', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
  ])('is refused: %s', async (_what, headers) => {
    for (const path of paths)
      expect([path, (await ask(path, { headers: { ...page, ...headers } })).status]).toEqual([path, 403]);
  });

  test('a link to the pages may be followed', async () => {
    const headers = { ...page, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };

    expect((await ask('/app/log', { headers })).status).toBe(200);
  });
});

describe('the HTML of a mail', () => {
  const hostile = [
    '<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example/">',
    '<link rel="stylesheet" href="https://evil.example/x.css"><script>alert(1)</script>',
    '<p onclick="alert(2)" style="color: red">Kim</p><a href="https://shop.example/">Shop</a>',
    '<img src="https://evil.example/pixel.png">',
  ].join('');

  const ofThePages = { 'sec-fetch-site': 'same-origin', 'content-type': 'text/plain' };

  const shown = (html: string, { query = '', headers = ofThePages as Record<string, string> } = {}) =>
    ask(`/app/mail${query}`, { method: 'POST', headers, body: `html=${html}\r\n` });

  test('is a document of its own, in which nothing runs and nothing is fetched', async () => {
    const { status, headers, body } = await shown(hostile);

    expect({ status, headers }).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy':
          "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; " +
          "frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      },
    });
    expect(body).not.toMatch(/<base|<meta|<link|<script|onclick/i);
    expect(body).toContain('style="color: red"');
    expect(body).toMatch(/<a href="[^"]+" target="_blank" rel="noopener noreferrer">/);
  });

  test('has remote images, and no more than that, once somebody asked', async () => {
    const { headers } = await shown(hostile, { query: '?remote=1' });

    expect(headers['content-security-policy']).toContain(
      "default-src 'none'; style-src 'unsafe-inline'; img-src data: http: https:;",
    );
  });

  test.each<[string, Record<string, string>]>([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another name of the same site', { 'sec-fetch-site': 'same-site' }],
    ['an address that somebody typed', { 'sec-fetch-site': 'none' }],
    ['what is no browser', {}],
  ])('is not shown under this address for %s', async (_what, headers) => {
    const answer = await shown('<p>Enter your key</p>', {
      headers: { ...headers, 'content-type': 'text/plain' },
    });

    expect(answer.status).toBe(403);
    expect(answer.body).not.toContain('Enter your key');
  });

  test.each([
    ['<!--a--!><link rel="preconnect" href="//evil.example"><p>Seen</p><!-- -->', '<p>Seen</p>'],
    ['<![CDATA[a><link rel="preconnect" href="//evil.example"><p>Seen</p>]]>', '<p>Seen</p>]]>'],
    ['<!-- a --><!DOCTYPE html><?php <link> ?><p>Seen</p>', ' ?><p>Seen</p>'],
    [
      '<svg><style><p><link rel=x></p></style></svg>',
      '<svg><style>\\3c p>\\3c link rel=x>\\3c /p></style></svg>',
    ],
    ['<style/><p title="</style><link rel=x>">', '<style/><p title="&lt;/style>&lt;link rel=x>">'],
    ['<title><link rel=x></title>', '<title>&lt;link rel=x></title>'],
    ['<noscript><link rel=x><p>Seen</p></noscript><xmp><meta></xmp>', '<p>Seen</p>&lt;meta>'],
    [
      '<a href=x TARGET=_top rel=opener>Go</a>',
      '<a href="x" target="_blank" rel="noopener noreferrer">Go</a>',
    ],
    [
      `<p title='"><link rel=x>' <link>1 < 2 &lt; 3</p>`,
      '<p title="&quot;>&lt;link rel=x>">1 &lt; 2 &lt; 3</p>',
    ],
    ['<img src=a alt=b/><br /><o:p>x</o:p>', '<img src="a" alt="b/"><br/><o:p>x</o:p>'],
    ['<p>Cut off <a href="', '<p>Cut off '],
  ])('%s has no tag that was not looked at', async (given, seen) => {
    expect((await shown(given)).body).toBe(`<!doctype html>\n${seen}`);
  });

  test('is shown however deep it nests', async () => {
    const deep = '<div>'.repeat(100_000);

    expect(await shown(deep)).toMatchObject({ status: 200, body: `<!doctype html>\n${deep}` });
  });

  test('may come in pieces', async () => {
    const headers = { ...ofThePages, 'transfer-encoding': 'chunked' };

    expect((await shown('<p>Seen</p>', { headers })).body).toContain('<p>Seen</p>');
  });

  test('has 2 MB at most, with the name of its field', async () => {
    const most = 2 * 1_048_576 - 'html=\r\n'.length;

    expect((await shown('x'.repeat(most))).status).toBe(200);
    expect((await shown('x'.repeat(most + 1))).status).toBe(413);
  });

  test('is refused where it would not fit into an answer any more', async () => {
    expect((await shown('<'.repeat(2_000_000))).status).toBe(413);
  });

  test('is the one field of a form', async () => {
    expect(await ask('/app/mail', { method: 'POST', headers: ofThePages, body: 'text=Hi' })).toMatchObject({
      status: 422,
      body: expect.stringContaining('a form of one field, html'),
    });
  });
});

describe('the outbox behind the pages', () => {
  const providerIdOf = async (messageId: string): Promise<string> =>
    String((await service().outbox(`?message_id=${messageId}`))[0]?.['provider_message_id']);

  test('has the parts of a mail, and no mail that is not there', async () => {
    const id = await providerIdOf(await send(service(), { html: '<p>Hi</p>' }));

    expect(JSON.parse((await ask(`/app/mail/outbox/${id}/parts`)).body)).toMatchObject({
      html: expect.stringContaining('<p>Hi</p>'),
    });
    expect((await ask('/app/mail/outbox/none/parts')).status).toBe(404);
    expect((await ask(`/app/mail/outbox/${id}`)).status).toBe(404);
  });

  test('has attachments that are saved under the name that they have', async () => {
    const attachments = [{ filename: 'Größe.svg', content: Buffer.from('<svg/>').toString('base64') }];
    const id = await providerIdOf(await send(service(), { attachments }));

    expect(await ask(`/app/mail/outbox/${id}/attachments/0`)).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'application/octet-stream',
        'content-disposition': "attachment; filename*=UTF-8''Gr%C3%B6%C3%9Fe.svg",
      },
      body: '<svg/>',
    });
  });
});

describe('a path that names another host', () => {
  test.each([
    ['the API', () => service().at.api, '//HOST/x'],
    ['the API', () => service().at.api, 'http://HOST/x'],
    ['the console', () => service().at.console, '//HOST/x'],
    ['the console', () => service().at.console, '/v1/%2e%2e//HOST/x'],
    ['the console', () => service().at.console, '/app/..//HOST/x'],
  ] as const)('leads nobody there: %s at %s', async (_what, origin, path) => {
    const heard: string[] = [];
    const elsewhere = createServer((message) => heard.push(message.url ?? '')).listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
    const host = `127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;

    const asking = request(origin(), {
      method: 'POST',
      path: path.replace('HOST', host),
      headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
    });
    asking.end('{}');
    const [answer] = await once(asking, 'response');
    elsewhere.close().closeAllConnections();

    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(heard).toEqual([]);
  });
});
