import { readFileSync } from 'node:fs';
import { unknownKey } from '../support/api-helpers';
import { useService } from '../support/use-service';

const service = useService();

const readDocument = (options: { key?: string | null } = {}) =>
  service.api('GET', '/v1/openapi.json', options);

//
test('the API serves the committed document without a credential', async () => {
  const committed = JSON.parse(readFileSync('openapi.json', 'utf8'));

  const { status, headers, body } = await readDocument({ key: null });

  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/json');
  expect(body).toEqual(committed);
  expect(body).toMatchObject({ openapi: '3.1.0', info: { version: '1.0.0' } });
});

test('a request with a credential, valid or not, gets the same document and does not count against a rate limit', async () => {
  const responses = [
    await readDocument(),
    await readDocument({ key: unknownKey }),
    await readDocument({ key: 'garbage' }),
  ];

  const { body } = await readDocument({ key: null });
  for (const response of responses) {
    expect(response.status).toBe(200);
    expect(response.body).toEqual(body);
    expect(response.headers.get('ratelimit')).toBeNull();
  }
});

test('the document does not include the routes for API keys', async () => {
  const { paths } = (await readDocument()).body;

  expect(Object.keys(paths)).toContain('/v1/emails');
  expect(JSON.stringify(paths)).not.toMatch(/api-?key/i);
});

test('the document is served only for GET', async () => {
  expect((await service.api('POST', '/v1/openapi.json', { key: null })).status).toBe(401);
  expect((await service.api('POST', '/v1/openapi.json')).status).toBe(404);
});
