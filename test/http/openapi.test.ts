import { readFileSync } from 'node:fs';
import { routes } from '../../functions/api/routes';
import { buildOpenapi } from '../../shared/http/openapi';

const document = buildOpenapi(routes);

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

test('openapi.json is what the routes say: npm run openapi', () => {
  const committed = readFileSync('openapi.json', 'utf8');

  expect(committed).toBe(`${JSON.stringify(document, null, 2)}\n`);
});

test('the document declares version 1.0.0', () => {
  expect([document.openapi, document.info.version]).toEqual(['3.1.0', '1.0.0']);
});

test('every documented route is there, and no other', () => {
  const documented = routes.filter((route) => !route.undocumented).map(({ name }) => name);

  expect(operations.map(({ operation }) => operation.operationId).sort()).toEqual(documented.sort());
});

test('the API keys are left out', () => {
  expect(JSON.stringify(document)).not.toContain('api-key');
});

test('what a path names is a parameter, once', () => {
  for (const { path, operation } of operations) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const declared = operation.parameters.flatMap((one) =>
      'in' in one && one.in === 'path' ? [one.name] : [],
    );

    expect(declared).toEqual(named);
  }
});

test('every POST with a credential takes an Idempotency-Key', () => {
  const header = { $ref: '#/components/parameters/IdempotencyKey' };

  for (const { method, operation } of operations) {
    const takesKey = operation.parameters.some((one) => '$ref' in one && one.$ref === header.$ref);

    expect(takesKey).toBe(method === 'post' && operation.security.length > 0);
  }
});

test('a reference leads somewhere', () => {
  const references = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g);
  const components: Record<string, object> = document.components;

  for (const [, kind = '', name = ''] of references) expect(components[kind]).toHaveProperty(name);
});
