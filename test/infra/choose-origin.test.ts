import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { routes } from '../../functions/api/routes';
import { bodyMaxOf, megabyte } from '../../shared/http/route';

interface ViewerRequest {
  method: string;
  uri: string;
  headers?: Record<string, string>;
  ip?: string;
}

/** Returns the origin that CloudFront's function chooses for a request. */
const chooseOrigin = (viewerRequest: ViewerRequest): string => runFunction(viewerRequest).origin;

function runFunction({ method, uri, headers = {}, ip = '203.0.113.7' }: ViewerRequest) {
  const chosenOrigins: string[] = [];
  const code = readFileSync('ingress/choose-origin.js', 'utf8').replace(/^import cf .*$/m, '');
  const request = {
    method,
    uri,
    headers: Object.fromEntries<{ value: string } | undefined>(
      Object.entries(headers).map(([name, value]) => [name, { value }]),
    ),
  };
  const cf = { selectRequestOriginById: (id: string) => chosenOrigins.push(id) };
  runInNewContext(`${code}; handler(event)`, { cf, event: { request, viewer: { ip } } });
  return { origin: chosenOrigins[0] ?? 'api', viewer: request.headers['x-viewer-address']?.value };
}

test.each<[string, ViewerRequest]>([
  ['GET', { method: 'GET', uri: '/v1/emails' }],
  ['DELETE', { method: 'DELETE', uri: '/v1/emails/1' }],
  ['POST without a body', { method: 'POST', uri: '/v1/domains/1/verify' }],
  ['POST with an empty body', { method: 'POST', uri: '/v1/emails', headers: { 'content-length': '0' } }],
  ['POST with a small body', { method: 'POST', uri: '/v1/emails', headers: { 'content-length': '2999999' } }],
])('a %s goes to API Gateway', (_name, viewerRequest) => {
  expect(chooseOrigin(viewerRequest)).toBe('api');
});

test.each<[string, ViewerRequest]>([
  [
    '3,000,000 bytes',
    { method: 'POST', uri: '/v1/topics/a/import', headers: { 'content-length': '3000000' } },
  ],
  [
    'unknown length',
    { method: 'POST', uri: '/v1/topics/a/import', headers: { 'transfer-encoding': 'chunked' } },
  ],
  ['unknown length over HTTP/2', { method: 'POST', uri: '/v1/emails/batch/' }],
])('a body of %s goes to the ingress', (_name, viewerRequest) => {
  expect(chooseOrigin(viewerRequest)).toBe('ingress');
});

test('every route with a large body limit always goes to the ingress', () => {
  const large = routes.filter((route) => bodyMaxOf(route) > 5 * megabyte);

  expect(large.length).toBeGreaterThan(0);
  for (const { method, path } of large) expect(chooseOrigin({ method, uri: path })).toBe('ingress');
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8'],
  ['::1', '::1'],
])('the firewall counts %s as %s and ignores the x-viewer-address header of the caller', (ip, countedAs) => {
  const headers = { 'x-viewer-address': '198.51.100.1' };

  expect(runFunction({ method: 'GET', uri: '/', ip, headers }).viewer).toBe(countedAs);
});
