import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { useOwnService } from './support/use-own-service';
import { sendEmail } from './support/sample-workspace';

const service = useOwnService();

interface RequestInput {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Sends a request as a browser does. `fetch` cannot set these headers, and follows redirects. */
async function requestAsBrowser(path: string, { method = 'GET', headers = {}, body }: RequestInput = {}) {
  const clientRequest = request(`${service().metadata.console}${path}`, { method, headers }).end(body);
  const [response] = await once(clientRequest, 'response');
  const bytes = await buffer(response);
  return {
    status: response.statusCode,
    headers: response.headers,
    body: bytes.toString(),
    size: bytes.length,
  };
}

const pageHeaders = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' };

describe('the console', () => {
  test('redirects a browser to the pages', async () => {
    for (const path of ['/', '/app', '/app/'])
      expect(await requestAsBrowser(path, { headers: pageHeaders })).toMatchObject({
        status: 302,
        headers: { location: '/app/outbox', vary: 'Accept' },
      });
  });

  test('keeps responding after a request with an invalid path', async () => {
    for (const path of ['//', '//[', '/app/mail/outbox/%E0%A4%A', '/app/%', '/v1/%'])
      expect((await requestAsBrowser(path)).status).toBeGreaterThanOrEqual(200);

    expect((await requestAsBrowser('/')).status).toBe(200);
  });

  test('describes the control API to an API client', async () => {
    const { status, body } = await requestAsBrowser('/', { headers: { accept: 'application/json' } });

    expect({ status, service: JSON.parse(body).service }).toEqual({
      status: 200,
      service: 'Carrier Nest, local',
    });
    expect((await requestAsBrowser('/')).status).toBe(200);
  });
});

describe('the pages', () => {
  test('are a single uncached document whose Content-Security-Policy forbids inline code', async () => {
    const root = await requestAsBrowser('/app/log', { headers: pageHeaders });
    const deeplyNested = await requestAsBrowser('/app/log/some-id', { headers: pageHeaders });

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
    expect(deeplyNested.body).toBe(root.body.replace('<base href="./"', '<base href="../"'));
  });

  test('have files that are cached for a year, because their names contain a hash', async () => {
    const files = await listInitialFiles();

    expect(files.length).toBeGreaterThan(1);
    for (const file of files)
      expect(await requestAsBrowser(file)).toMatchObject({
        status: 200,
        headers: {
          'cache-control': 'public, max-age=31536000, immutable',
          'content-type': expect.stringMatching(/^text\/(javascript|css); charset=utf-8$/),
          'x-content-type-options': 'nosniff',
        },
      });
  });

  test('load less than 180 KB of compressed files', async () => {
    const headers = { 'accept-encoding': 'gzip, deflate, br' };
    const responses = await Promise.all(
      (await listInitialFiles()).map((file) => requestAsBrowser(file, { headers })),
    );

    expect(responses.map(({ headers }) => headers['content-encoding'])).toEqual(responses.map(() => 'br'));
    expect(responses.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(180_000);
  });

  test.each([
    '/app/assets/none.js',
    '/app/assets/..%2findex.html',
    '/app/..%2f..%2fpackage.json',
    '/app/assets/%2e%2e/index.html.js',
    '/app/.env',
  ])('%s is not served', async (path) => {
    const { status, body } = await requestAsBrowser(path);

    expect({ status, body }).toEqual({ status: 404, body: expect.stringContaining('No such file') });
  });

  test('refuse a POST request', async () => {
    const json = { 'content-type': 'application/json' };

    expect((await requestAsBrowser('/app/log', { method: 'POST', headers: json, body: '{}' })).status).toBe(
      401,
    );
  });
});

/** The scripts and style sheets that the document loads first. */
async function listInitialFiles(): Promise<string[]> {
  const { body } = await requestAsBrowser('/app/log', { headers: pageHeaders });
  return [...body.matchAll(/(?:src|href)="\.(\/assets\/[^"]+)"/g)].map(([, file = '']) => `/app${file}`);
}

describe('the session', () => {
  test('describes the seeded workspace without the key of the workspace', async () => {
    const { status, headers, body } = await requestAsBrowser('/app/session');
    const { workspace, api, key } = service().metadata;

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

  test('uses the seeded workspace when the request has no credential', async () => {
    const id = await sendEmail(service(), { subject: 'Through the console' });

    const { status, body, headers } = await requestAsBrowser(`/v1/emails/${id}`);

    expect({ status, subject: JSON.parse(body).subject }).toEqual({
      status: 200,
      subject: 'Through the console',
    });
    expect(headers['content-security-policy']).toContain('sandbox');
  });

  test('uses the credential of the request', async () => {
    const { status, body } = await requestAsBrowser('/v1/emails', {
      headers: { authorization: 'Bearer sk_live_none' },
    });

    expect({ status, type: JSON.parse(body).error.type }).toEqual({ status: 401, type: 'unauthorized' });
  });

  test('accepts only the JSON content type', async () => {
    const body = JSON.stringify({ key: 'news', name: 'News' });

    expect(
      (
        await requestAsBrowser('/v1/topics', {
          method: 'POST',
          headers: { 'content-type': 'text/plain' },
          body,
        })
      ).status,
    ).toBe(415);
    expect((await requestAsBrowser('/v1/topics', { method: 'POST', headers: json, body })).status).toBe(201);
  });
});

describe('a cross-site request', () => {
  const paths = ['/', '/app/', '/app/session', '/app/mail/outbox', '/v1/emails'];

  test.each([
    ['with a foreign host name', { host: 'evil.example' }],
    ['with a foreign origin', { origin: 'https://evil.example' }],
    ['for an image', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
  ])('%s is refused', async (_label, headers) => {
    for (const path of paths)
      expect([
        path,
        (await requestAsBrowser(path, { headers: { ...pageHeaders, ...headers } })).status,
      ]).toEqual([path, 403]);
  });

  test('that navigates to a page is allowed', async () => {
    const headers = { ...pageHeaders, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };

    expect((await requestAsBrowser('/app/log', { headers })).status).toBe(200);
  });
});

describe('the HTML of an email', () => {
  const hostileHtml = [
    '<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example/">',
    '<link rel="stylesheet" href="https://evil.example/x.css"><script>alert(1)</script>',
    '<p onclick="alert(2)" style="color: red">Kim</p><a href="https://shop.example/">Shop</a>',
    '<img src="https://evil.example/pixel.png">',
  ].join('');

  const sameOriginHeaders: Record<string, string> = {
    'sec-fetch-site': 'same-origin',
    'content-type': 'text/plain',
  };

  const renderMail = (html: string, { query = '', headers = sameOriginHeaders } = {}) =>
    requestAsBrowser(`/app/mail${query}`, { method: 'POST', headers, body: `html=${html}\r\n` });

  test('is served without scripts or remote resources, under a strict Content-Security-Policy', async () => {
    const { status, headers, body } = await renderMail(hostileHtml);

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

  test('may load images, but no other remote resources, after the user chooses to show remote images', async () => {
    const { headers } = await renderMail(hostileHtml, { query: '?remote=1' });

    expect(headers['content-security-policy']).toContain(
      "default-src 'none'; style-src 'unsafe-inline'; img-src data: http: https:;",
    );
  });

  test.each<[string, Record<string, string>]>([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another origin of the same site', { 'sec-fetch-site': 'same-site' }],
    ['a URL typed in the address bar', { 'sec-fetch-site': 'none' }],
    ['a client that is not a browser', {}],
  ])('is not served for %s', async (_label, headers) => {
    const response = await renderMail('<p>Enter your key</p>', {
      headers: { ...headers, 'content-type': 'text/plain' },
    });

    expect(response.status).toBe(403);
    expect(response.body).not.toContain('Enter your key');
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
  ])('%s is sanitized completely', async (html, expectedHtml) => {
    expect((await renderMail(html)).body).toBe(`<!doctype html>\n${expectedHtml}`);
  });

  test('is served at any nesting depth', async () => {
    const deeplyNested = '<div>'.repeat(100_000);

    expect(await renderMail(deeplyNested)).toMatchObject({
      status: 200,
      body: `<!doctype html>\n${deeplyNested}`,
    });
  });

  test('may arrive in chunks', async () => {
    const headers = { ...sameOriginHeaders, 'transfer-encoding': 'chunked' };

    expect((await renderMail('<p>Seen</p>', { headers })).body).toContain('<p>Seen</p>');
  });

  test('may have at most 2 MB, including the name of the form field', async () => {
    const bytesMax = 2 * 1_048_576 - 'html=\r\n'.length;

    expect((await renderMail('x'.repeat(bytesMax))).status).toBe(200);
    expect((await renderMail('x'.repeat(bytesMax + 1))).status).toBe(413);
  });

  test('is refused when the response would become too large', async () => {
    expect((await renderMail('<'.repeat(2_000_000))).status).toBe(413);
  });

  test('must be in a form whose only field is html', async () => {
    expect(
      await requestAsBrowser('/app/mail', { method: 'POST', headers: sameOriginHeaders, body: 'text=Hi' }),
    ).toMatchObject({
      status: 422,
      body: expect.stringContaining('a text/plain form with the one field html'),
    });
  });
});

describe('the outbox behind the pages', () => {
  const findProviderId = async (messageId: string): Promise<string> =>
    String((await service().outbox(`?message_id=${messageId}`))[0]?.['provider_message_id']);

  test('serves the parts of an email, and responds with 404 for an unknown email', async () => {
    const id = await findProviderId(await sendEmail(service(), { html: '<p>Hi</p>' }));

    expect(JSON.parse((await requestAsBrowser(`/app/mail/outbox/${id}/parts`)).body)).toMatchObject({
      html: expect.stringContaining('<p>Hi</p>'),
    });
    expect((await requestAsBrowser('/app/mail/outbox/none/parts')).status).toBe(404);
    expect((await requestAsBrowser(`/app/mail/outbox/${id}`)).status).toBe(404);
  });

  test('serves each attachment under its file name', async () => {
    const attachments = [{ filename: 'Größe.svg', content: Buffer.from('<svg/>').toString('base64') }];
    const id = await findProviderId(await sendEmail(service(), { attachments }));

    expect(await requestAsBrowser(`/app/mail/outbox/${id}/attachments/0`)).toMatchObject({
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
    ['the API', () => service().metadata.api, '//HOST/x'],
    ['the API', () => service().metadata.api, 'http://HOST/x'],
    ['the console', () => service().metadata.console, '//HOST/x'],
    ['the console', () => service().metadata.console, '/v1/%2e%2e//HOST/x'],
    ['the console', () => service().metadata.console, '/app/..//HOST/x'],
  ] as const)('is not proxied to that host by %s (%#)', async (_label, origin, path) => {
    const requestedPaths: string[] = [];
    const otherServer = createServer((message) => requestedPaths.push(message.url ?? '')).listen(
      0,
      '127.0.0.1',
    );
    await once(otherServer, 'listening');
    const host = `127.0.0.1:${(otherServer.address() as AddressInfo).port}`;

    const clientRequest = request(origin(), {
      method: 'POST',
      path: path.replace('HOST', host),
      headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
    });
    clientRequest.end('{}');
    const [response] = await once(clientRequest, 'response');
    otherServer.close().closeAllConnections();

    expect(response.statusCode).toBeGreaterThanOrEqual(400);
    expect(requestedPaths).toEqual([]);
  });
});
