import { readFileSync } from 'node:fs';
import { unknownKey } from '../support/arrange';
import { theService } from '../support/the-service';

const service = theService();

const read = (options: { key?: string | null } = {}) => service.api('GET', '/v1/openapi.json', options);

test('the document is what the repository has, and asks for no credential', async () => {
  const committed = JSON.parse(readFileSync('openapi.json', 'utf8'));

  const { status, headers, body } = await read({ key: null });

  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/json');
  expect(body).toEqual(committed);
  expect(body).toMatchObject({ openapi: '3.1.0', info: { version: '1.0.0' } });
});

test('the document is the same with any credential, also with one that is none, and counts on no allowance', async () => {
  const answers = [await read(), await read({ key: unknownKey }), await read({ key: 'garbage' })];

  const { body } = await read({ key: null });
  for (const answer of answers) {
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(body);
    expect(answer.headers.get('ratelimit')).toBeNull();
  }
});

test('the document has nothing of the API keys', async () => {
  const { paths } = (await read()).body;

  expect(Object.keys(paths)).toContain('/v1/emails');
  expect(JSON.stringify(paths)).not.toMatch(/api-?key/i);
});

test('the document is read with GET only', async () => {
  expect((await service.api('POST', '/v1/openapi.json', { key: null })).status).toBe(401);
  expect((await service.api('POST', '/v1/openapi.json')).status).toBe(404);
});
