import { refuseOtherThan, refuseStranger } from '../../packages/local/src/network/own-machine';

const request = (headers: Record<string, string>, method = 'POST') => ({
  method,
  headers: { host: '127.0.0.1:3000', ...headers },
});

test.each(['127.0.0.1:3000', 'localhost', 'LOCALHOST:3000', '[::1]:3000', '127.8.9.1', 'app.localhost:80'])(
  'Host %s is this machine',
  (host) => {
    expect(refuseStranger(request({ host }))).toBeUndefined();
  },
);

test.each([
  'evil.example',
  'localhost.evil.example',
  '10.0.0.1',
  '0.0.0.0',
  '',
  '127.0.0.1.evil.example',
  'a b',
  '[::2]',
])('Host %j is not, whatever else is said', (host) => {
  expect(refuseStranger(request({ host, origin: 'http://localhost' }))).toContain('is not this machine');
  expect(refuseStranger(request({ host }), { asPage: true })).toContain('is not this machine');
});

test('a request without a Host is refused', () => {
  expect(refuseStranger({ method: 'GET', headers: {} })).toContain('(none)');
});

test.each(['https://evil.example', 'null', 'http://127.0.0.1.evil.example', 'file://'])(
  'a page of %s may not ask',
  (origin) => {
    expect(refuseStranger(request({ origin }))).toContain(origin);
    expect(refuseStranger(request({ origin }), { asPage: true })).toBeUndefined();
  },
);

test('a page of this machine may, on whatever port and by whatever name', () => {
  const headers = { origin: 'http://localhost:5173', 'sec-fetch-site': 'cross-site' };

  expect(refuseStranger(request(headers))).toBeUndefined();
});

test('an image or a form of another site may not ask, a link may lead here', () => {
  const fromElsewhere = { 'sec-fetch-site': 'cross-site' };

  expect(refuseStranger(request({ ...fromElsewhere, 'sec-fetch-mode': 'no-cors' }, 'GET'))).toBeDefined();
  expect(refuseStranger(request({ ...fromElsewhere, 'sec-fetch-mode': 'navigate' }))).toBeDefined();
  expect(refuseStranger(request({ ...fromElsewhere, 'sec-fetch-mode': 'navigate' }, 'GET'))).toBeUndefined();
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
])('as JSON %j on %s is taken: %s', (headers, method, isTaken) => {
  expect(refuseOtherThan('application/json', { method, headers }) === undefined).toBe(isTaken);
});
