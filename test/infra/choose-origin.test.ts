import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { routes } from '../../functions/api/routes';
import { bodyMaxOf, megabyte } from '../../shared/http/route';

interface Asked {
  method: string;
  uri: string;
  headers?: Record<string, string>;
  ip?: string;
}

/** Where CloudFront's function sends a request. */
const originOf = (asked: Asked): string => passOn(asked).origin;

function passOn({ method, uri, headers = {}, ip = '203.0.113.7' }: Asked) {
  const chosen: string[] = [];
  const code = readFileSync('ingress/choose-origin.js', 'utf8').replace(/^import cf .*$/m, '');
  const request = {
    method,
    uri,
    headers: Object.fromEntries<{ value: string } | undefined>(
      Object.entries(headers).map(([name, value]) => [name, { value }]),
    ),
  };
  const cf = { selectRequestOriginById: (id: string) => chosen.push(id) };
  runInNewContext(`${code}; handler(event)`, { cf, event: { request, viewer: { ip } } });
  return { origin: chosen[0] ?? 'api', viewer: request.headers['x-viewer-address']?.value };
}

test.each<[string, Asked]>([
  ['GET', { method: 'GET', uri: '/v1/emails' }],
  ['DELETE', { method: 'DELETE', uri: '/v1/emails/1' }],
  ['POST without a body', { method: 'POST', uri: '/v1/domains/1/verify' }],
  ['POST of no bytes', { method: 'POST', uri: '/v1/emails', headers: { 'content-length': '0' } }],
  ['POST of a small body', { method: 'POST', uri: '/v1/emails', headers: { 'content-length': '2999999' } }],
])('a %s goes to API Gateway', (_name, asked) => {
  expect(originOf(asked)).toBe('api');
});

test.each<[string, Asked]>([
  [
    '3,000,000 bytes',
    { method: 'POST', uri: '/v1/topics/a/import', headers: { 'content-length': '3000000' } },
  ],
  [
    'unknown length',
    { method: 'POST', uri: '/v1/topics/a/import', headers: { 'transfer-encoding': 'chunked' } },
  ],
  ['unknown length over HTTP/2', { method: 'POST', uri: '/v1/emails/batch/' }],
])('a body of %s goes to the ingress', (_name, asked) => {
  expect(originOf(asked)).toBe('ingress');
});

test('every route that takes more than the others is sure to have a body', () => {
  const large = routes.filter((route) => bodyMaxOf(route) > 5 * megabyte);

  expect(large.length).toBeGreaterThan(0);
  for (const { method, path } of large) expect(originOf({ method, uri: path })).toBe('ingress');
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8'],
  ['::1', '::1'],
])('the firewall counts %s as %s, whatever the caller says', (ip, counted) => {
  const headers = { 'x-viewer-address': '198.51.100.1' };

  expect(passOn({ method: 'GET', uri: '/', ip, headers }).viewer).toBe(counted);
});
