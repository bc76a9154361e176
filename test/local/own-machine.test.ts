import { refuseOtherContentType, refuseCrossSite } from '../../packages/local/src/network/cross-site';

const request = (headers: Record<string, string>, method = 'POST') => ({
  method,
  headers: { host: '127.0.0.1:3000', ...headers },
});

test.each(['127.0.0.1:3000', 'localhost', 'LOCALHOST:3000', '[::1]:3000', '127.8.9.1', 'app.localhost:80'])(
  'the Host %s names this machine',
  (host) => {
    expect(refuseCrossSite(request({ host }))).toBeUndefined();
  },
);

// L-4
test.each([
  'evil.example',
  'localhost.evil.example',
  '10.0.0.1',
  '0.0.0.0',
  '',
  '127.0.0.1.evil.example',
  'a b',
  '[::2]',
])('the Host %j does not name this machine, regardless of the other headers', (host) => {
  expect(refuseCrossSite(request({ host, origin: 'http://localhost' }))).toContain('is not this machine');
  expect(refuseCrossSite(request({ host }), { asPage: true })).toContain('is not this machine');
});

test('a request without a Host is refused', () => {
  expect(refuseCrossSite({ method: 'GET', headers: {} })).toContain('(none)');
});

// L-4
test.each(['https://evil.example', 'null', 'http://127.0.0.1.evil.example', 'file://'])(
  'a request from a page of %s is refused',
  (origin) => {
    expect(refuseCrossSite(request({ origin }))).toContain(origin);
    expect(refuseCrossSite(request({ origin }), { asPage: true })).toBeUndefined();
  },
);

test('a request from a page of this machine is allowed, on any port and under any name', () => {
  const headers = { origin: 'http://localhost:5173', 'sec-fetch-site': 'cross-site' };

  expect(refuseCrossSite(request(headers))).toBeUndefined();
});

// L-4
test.each([
  ['a page on another port', { origin: 'http://127.0.0.1:5173' }],
  ['the same port under another name', { origin: 'http://localhost:3000' }],
  ['another scheme', { origin: 'https://127.0.0.1:3000' }],
  ['a request without an origin from another port', { 'sec-fetch-site': 'same-site' }],
  ['another site', { 'sec-fetch-site': 'cross-site' }],
])('the console refuses %s', (_case, headers) => {
  expect(refuseCrossSite(request(headers), { isConsole: true })).toBeDefined();
});

test.each([
  ['its own pages', { origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'same-origin' }],
  ['its own pages under another name', { host: 'localhost:3000', origin: 'http://localhost:3000' }],
  ['programs, which send neither header', {}],
  ['an address that the user enters', { 'sec-fetch-site': 'none' }],
])('the console accepts %s', (_case, headers) => {
  expect(refuseCrossSite(request(headers), { isConsole: true })).toBeUndefined();
});

test('an image or a form of another site is refused, but a link is allowed', () => {
  const fromElsewhere = { 'sec-fetch-site': 'cross-site' };

  expect(refuseCrossSite(request({ ...fromElsewhere, 'sec-fetch-mode': 'no-cors' }, 'GET'))).toBeDefined();
  expect(refuseCrossSite(request({ ...fromElsewhere, 'sec-fetch-mode': 'navigate' }))).toBeDefined();
  expect(refuseCrossSite(request({ ...fromElsewhere, 'sec-fetch-mode': 'navigate' }, 'GET'))).toBeUndefined();
});

test.each<[Record<string, string>, string, boolean]>([
  [{ 'content-length': '2', 'content-type': 'application/json' }, 'POST', true],
  [{ 'content-length': '2', 'content-type': 'Application/JSON; charset=utf-8' }, 'PUT', true],
  [{ 'content-length': '0' }, 'POST', true],
  [{}, 'DELETE', true],
  [{ 'content-length': '2', 'content-type': 'text/plain' }, 'GET', true],
  [{ 'content-length': '2' }, 'POST', false],
  [{ 'transfer-encoding': 'chunked' }, 'POST', false],
  [{ 'content-length': '2', 'content-type': 'text/plain' }, 'POST', false],
  [{ 'content-length': '2', 'content-type': 'application/jsonp' }, 'POST', false],
])(
  'the JSON content type check with the headers %j and the method %s passes: %s',
  (headers, method, isAccepted) => {
    expect(refuseOtherContentType('application/json', { method, headers }) === undefined).toBe(isAccepted);
  },
);
