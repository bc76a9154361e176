import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { routes } from '../../functions/api/routes';
import { mcpOf } from '../../lib/openapi/mcp';
import { referenceOf } from '../../lib/openapi/reference';
import { sdkOf } from '../../lib/openapi/sdk';
import { componentsOf } from '../../lib/openapi/components';
import { buildOpenapi } from '../../lib/openapi/document';
import { errorTypes } from '../../lib/openapi/errors';
import { examplesOf } from '../../lib/openapi/examples';
import { findingsIn } from '../../lib/openapi/lint';
import { namedShapes } from '../../lib/openapi/shapes';

const document = buildOpenapi();
const documented = routes.filter((route) => !route.undocumented);

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

const operationOf = (name: string) => {
  const found = operations.find(({ operation }) => operation.operationId === name);
  if (!found) throw new Error(`There is no operation ${name}`);
  return found.operation;
};

/** The parameters of an operation that are its own. */
const parametersOf = (name: string) =>
  operationOf(name).parameters.flatMap((parameter) => ('in' in parameter ? [parameter] : []));

describe('what is committed is what the routes say: npm run openapi', () => {
  test('openapi.json', () => {
    expect(readFileSync('openapi.json', 'utf8')).toBe(`${JSON.stringify(document, null, 2)}\n`);
  });

  test('what of the SDK, of the tools and of the docs is generated', async () => {
    const files = { ...(await sdkOf(document)), ...mcpOf(document), ...referenceOf(document) };
    for (const [path, text] of Object.entries(files))
      expect({ path, text: readFileSync(path, 'utf8') }).toEqual({ path, text });
  });
});

describe('a well-kept linter', () => {
  test('finds nothing', async () => {
    expect(await findingsIn(document)).toEqual([]);
  });

  test('would find what is missing or wrong', async () => {
    const worse = JSON.parse(JSON.stringify(document));
    delete worse.servers;
    delete worse.tags[0].description;
    delete worse.paths['/v1/usage'].get.description;
    delete worse.paths['/v1/usage'].get.responses[200].content['application/json'].examples;
    worse.paths['/v1/emails/{id}'].get.responses[200].content[
      'application/json'
    ].examples.delivered.value.cc = [];
    worse.components.schemas.Unused = { type: 'object' };

    const rules = (await findingsIn(worse)).map((finding) => finding.split(':')[0]);

    expect([...new Set(rules)].sort()).toEqual([
      'no-empty-servers',
      'no-invalid-media-type-examples',
      'no-unused-components',
      'operation-description',
      'rule/examples',
      'tag-description',
    ]);
  });
});

test('the document declares version 1.0.0', () => {
  expect([document.openapi, document.info.version]).toEqual(['3.1.0', '1.0.0']);
});

test('every documented route is there, and no other', () => {
  const names = documented.map(({ name }) => name);

  expect(operations.map(({ operation }) => operation.operationId).sort()).toEqual(names.sort());
});

test('the API keys are left out', () => {
  expect(JSON.stringify(document)).not.toContain('api-key');
});

describe('parameters', () => {
  test('what a path names is a parameter, once', () => {
    for (const { path, operation } of operations) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declared = parametersOf(operation.operationId).filter((one) => one.in === 'path');

      expect(declared.map(({ name }) => name)).toEqual(named);
    }
  });

  test('what a query can have is a parameter, as the number, flag or word that it is', () => {
    const schemas = documented.flatMap(({ name, query = {} }) => {
      const declared = parametersOf(name).filter((one) => one.in === 'query');
      expect(declared.map((one) => one.name)).toEqual(Object.keys(query));
      return declared.map((one) => [`${name} ${one.name}`, one.schema] as const);
    });

    expect(Object.fromEntries(schemas)).toEqual({
      'listEmails status': { $ref: '#/components/schemas/EmailStatus' },
      'listEmails to': { type: 'string', format: 'email' },
      'listEmails limit': { type: 'integer', minimum: 1, maximum: 100, default: 50 },
      'listEmails cursor': { type: 'string' },
      'getEmailMetrics days': { type: 'integer', minimum: 1, maximum: 365, default: 30 },
      'listThreads awaiting_reply': { type: 'boolean' },
      'listThreads limit': { type: 'integer', minimum: 1, maximum: 200, default: 50 },
      'listThreads cursor': { type: 'string' },
      'listContacts email': { type: 'string', format: 'email' },
      'listContacts q': { type: 'string' },
      'listContacts unsubscribed': { type: 'boolean' },
      'listContacts tag': { type: 'array', items: { type: 'string' } },
      'listContacts limit': { type: 'integer', minimum: 1, maximum: 100, default: 50 },
      'listContacts cursor': { type: 'string' },
      'listAudiences limit': { type: 'integer', minimum: 1, maximum: 100, default: 50 },
      'listAudiences cursor': { type: 'string' },
      'listMembers limit': { type: 'integer', minimum: 1, maximum: 100, default: 50 },
      'listMembers cursor': { type: 'string' },
      'listMembers after': { type: 'string' },
      'addMembers source': { type: 'string' },
      'addMembers trigger_automations': { type: 'boolean' },
      'listSegmentContacts limit': { type: 'integer', minimum: 1, maximum: 1000, default: 200 },
      'listSegmentContacts cursor': { type: 'string' },
      'listBroadcasts limit': { type: 'integer', minimum: 1, maximum: 100, default: 50 },
      'listBroadcasts cursor': { type: 'string' },
      'previewBroadcast sample': { type: 'integer', minimum: 1, maximum: 100, default: 20 },
      'listBroadcastRecipients limit': { type: 'integer', minimum: 1, maximum: 200, default: 200 },
      'listBroadcastRecipients cursor': { type: 'string' },
      'listBroadcastRecipients after': { type: 'string' },
      'listAutomations limit': { type: 'integer', minimum: 1, maximum: 100, default: 50 },
      'listAutomations cursor': { type: 'string' },
      'listEnrollments status': { $ref: '#/components/schemas/EnrollmentStatus' },
      'listEnrollments limit': { type: 'integer', minimum: 1, maximum: 100, default: 50 },
      'listEnrollments cursor': { type: 'string' },
      'getPreferences email': { type: 'string', format: 'email' },
      'listSuppressions email': { type: 'string', format: 'email' },
      'listSuppressions limit': { type: 'integer', minimum: 1, maximum: 100, default: 50 },
      'listSuppressions cursor': { type: 'string' },
      'deleteSuppression scope': { $ref: '#/components/schemas/SuppressionScope', default: 'all' },
      'listWebhookEndpoints limit': { type: 'integer', minimum: 1, maximum: 100, default: 50 },
      'listWebhookEndpoints cursor': { type: 'string' },
      'listWebhookDeliveries limit': { type: 'integer', minimum: 1, maximum: 200, default: 50 },
    });
  });

  test('only what is asked for is required', () => {
    const required = documented.flatMap(({ name }) =>
      parametersOf(name).flatMap((one) =>
        one.in === 'query' && 'required' in one ? [`${name} ${one.name}`] : [],
      ),
    );

    expect(required).toEqual(['getPreferences email']);
  });

  test('every POST with a credential takes an Idempotency-Key', () => {
    const header = { $ref: '#/components/parameters/IdempotencyKey' };

    for (const { method, operation } of operations) {
      const takesKey = operation.parameters.some((one) => '$ref' in one && one.$ref === header.$ref);

      expect(takesKey).toBe(method === 'post' && operation.security.length > 0);
    }
  });
});

describe('fields', () => {
  const { schemas } = document.components;

  test('have their types, bounds and defaults', () => {
    expect(schemas['SendRequest']).toMatchObject({
      additionalProperties: false,
      required: ['from', 'to'],
      properties: {
        subject: { type: 'string', minLength: 1, maxLength: 998 },
        risk_class: { $ref: '#/components/schemas/RiskClass', default: 'transactional' },
        attachments: { type: 'array', maxItems: 20, items: { $ref: '#/components/schemas/Attachment' } },
      },
    });
    expect(schemas['Attachment']).toMatchObject({
      properties: { content_type: { type: 'string', default: 'application/octet-stream' } },
      required: ['filename', 'content'],
    });
    expect(schemas['SuppressBatchRequest']).toMatchObject({
      properties: {
        emails: { minItems: 1, maxItems: 10_000 },
        scope: { default: 'marketing' },
        reason: { default: 'list_hygiene' },
      },
    });
    expect(schemas['Usage']).toMatchObject({
      properties: { emails_used: { type: 'integer', minimum: 0 }, sending_locked: { type: 'boolean' } },
    });
  });

  test('of answers are all required, and more may come', () => {
    expect(schemas['Email']).toMatchObject({ required: Object.keys(Object(schemas['Email']).properties) });
    expect(schemas['Email']).not.toHaveProperty('additionalProperties');
  });
});

describe('names', () => {
  const text = z.string();
  const Risk = z.enum(['transactional', 'marketing']);
  const request = z.object({ risk: z._default(Risk, 'transactional') });

  test('stand for every body and every answer', () => {
    const unnamed = documented.flatMap(({ name, body, answers, isFile }) =>
      [...(body ? [body] : []), ...(isFile ? [] : Object.values(answers))]
        .filter((schema) => !namedShapes.some(([, named]) => named === schema))
        .map(() => name),
    );

    expect(unnamed).toEqual(['getOpenapi']);
  });

  test('stand for every object and every enum that is there twice', () => {
    expect(repeatedShapes(document)).toEqual([]);
  });

  test('are references wherever their shape stands, with what is said beside it', () => {
    const { schemas, schemaOf } = componentsOf([['Risk', Risk]], { input: [request], output: [] });

    expect(schemas).toEqual({ Risk: { type: 'string', enum: ['transactional', 'marketing'] } });
    expect(schemaOf(request, 'input').properties).toEqual({
      risk: { $ref: '#/components/schemas/Risk', default: 'transactional' },
    });
  });

  test('are left out where nothing has their shape', () => {
    const { schemas } = componentsOf([['Risk', Risk]], { input: [], output: [text] });

    expect(schemas).toEqual({});
  });

  test.each([
    [
      'one for two shapes',
      [
        ['A', Risk],
        ['A', text],
      ] as const,
      'Two shapes have the name A',
    ],
    [
      'two for one shape',
      [
        ['A', Risk],
        ['B', Risk],
      ] as const,
      'B is a second name of A',
    ],
    ['one for what is not the same both ways', [['A', request]] as const, 'A is sent and answered'],
  ])('are refused: %s', (_what, shapes, message) => {
    const used = { input: [request], output: [request] };

    expect(() => componentsOf(shapes, used)).toThrow(message);
  });
});

describe('refusals', () => {
  interface Response {
    content: { 'application/json': { schema: object; examples: Record<string, object> } };
  }

  /** The error types of an operation, by status. */
  const typesOf = (name: string): Record<string, string[]> =>
    Object.fromEntries(
      Object.entries<object>(operationOf(name).responses)
        .filter(([status]) => Number(status) >= 400)
        .map(([status, response]) => [
          status,
          Object.keys(resolve(response).content['application/json'].examples),
        ]),
    );

  const resolve = (response: object): Response => {
    const name = '$ref' in response ? String(response.$ref).split('/').at(-1) : undefined;
    return (name ? document.components.responses[name] : response) as Response;
  };

  test('are those of the pipeline for an operation that says nothing of its own', () => {
    expect(typesOf('listTopics')).toEqual({
      401: ['unauthorized'],
      403: ['forbidden'],
      429: ['rate_limited'],
      500: ['internal_error'],
      503: ['service_unavailable'],
    });
    expect(typesOf('saveTopic')).toEqual({
      ...typesOf('listTopics'),
      400: ['invalid_json', 'invalid_request'],
      409: ['idempotency_in_progress'],
      413: ['payload_too_large'],
      415: ['invalid_request'],
      422: ['invalid_request', 'idempotency_key_reused'],
    });
    expect(Object.keys(typesOf('getOpenapi'))).toEqual(['429', '500', '503']);
  });

  test('are what a send can meet, of contract.md 4.19', () => {
    expect(typesOf('sendEmail')).toEqual({
      ...typesOf('saveTopic'),
      402: ['plan_limit_reached', 'payment_method_required', 'billing_past_due', 'budget_exceeded'],
      403: ['forbidden', 'recipient_not_allowed'],
      422: [
        'invalid_request',
        'idempotency_key_reused',
        'missing_variables',
        'unknown_topic',
        'invalid_schedule',
        'no_verified_identity',
        'no_postal_address',
        'warmup_limit',
        'workspace_suspended',
      ],
      429: ['rate_limited', 'daily_limit'],
      502: ['provider_error'],
    });
  });

  test('name what is not there where the path names a record', () => {
    const named = operations
      .filter(({ path }) => path.includes('{'))
      .map(({ operation }) => operation.operationId);
    const missing = named.filter((name) => !('404' in typesOf(name)));

    // An address that is not suppressed is an answer.
    expect(missing).toEqual(['deleteSuppression']);
  });

  test('are all types that there are, together', () => {
    const met = documented.flatMap(({ name }) => Object.values(typesOf(name)).flat());

    expect([...new Set(met)].sort()).toEqual([...errorTypes].sort());
  });

  test('tell types apart by `type`', () => {
    expect(
      resolve(Object(operationOf('renderTemplate').responses[422])).content['application/json'].schema,
    ).toEqual({
      type: 'object',
      properties: {
        error: {
          oneOf: ['InvalidRequestError', 'IdempotencyKeyReusedError', 'MissingVariablesError'].map(
            (name) => ({
              $ref: `#/components/schemas/${name}`,
            }),
          ),
          discriminator: {
            propertyName: 'type',
            mapping: {
              invalid_request: '#/components/schemas/InvalidRequestError',
              idempotency_key_reused: '#/components/schemas/IdempotencyKeyReusedError',
              missing_variables: '#/components/schemas/MissingVariablesError',
            },
          },
        },
      },
      required: ['error'],
    });
  });
});

describe('examples', () => {
  test('there is one of each answer of each operation', () => {
    const shown = documented.map((route) => {
      const statuses = Object.values(examplesOf(route)).map(({ status }) => String(status));
      return [route.name, [...new Set(statuses)].sort()];
    });

    expect(shown).toEqual(documented.map(({ name, answers }) => [name, Object.keys(answers)]));
  });

  test.each(documented.map((route) => [route.name, route] as const))(
    'of %s are what its schemas read, and no more',
    (_name, route) => {
      for (const { body, status, answer } of Object.values(examplesOf(route))) {
        expect(route.body?.safeParse(body).error).toBeUndefined();
        // The schemas drop what they do not know, so what they read is all that there is.
        if (!route.isFile) expect(route.answers[status]?.parse(answer)).toEqual(answer);
      }
    },
  );
});

test('a list has pages where it takes a cursor: its answer says where the next one begins', () => {
  const paged = documented.filter(({ query = {} }) => 'cursor' in query);

  for (const { name, query = {} } of paged) {
    expect(query).toHaveProperty('limit');
    expect(Object(operationOf(name).responses[200]).content['application/json'].schema.$ref).toMatch(/List$/);
  }
  expect(document.components.schemas['EmailList']).toMatchObject({
    properties: {
      next_cursor: {
        type: ['string', 'null'],
        description: 'The `cursor` of the next page; null on the last one, and where a list has no pages.',
      },
    },
  });
  expect(document.info.description).toContain('## Lists');
});

test('webhooks are described: every event type, with its payload', () => {
  const names = Object.keys(document.webhooks);

  expect(names).toEqual(['sentMailEvent', 'inboundEvent']);
  expect(document.components.schemas['SentMailEvent']).toMatchObject({
    properties: { type: { $ref: '#/components/schemas/EmailEventType' } },
  });
});

/** Each object and each enum that is spelled out in more than one place, unless every place is a name. */
function repeatedShapes(node: unknown): string[] {
  const found = new Map<string, string[]>();
  collect(node, '#', found);
  const isNamed = (place: string): boolean => /^#\/components\/schemas\/\w+$/.test(place);
  return [...found.values()]
    .filter((places) => places.length > 1 && !places.every(isNamed))
    .map((places) => places.join(' = '));
}

function collect(node: unknown, place: string, found: Map<string, string[]>): void {
  if (typeof node !== 'object' || node === null) return;
  const isShape = 'enum' in node || ('properties' in node && 'type' in node);
  if (isShape) found.set(keyOf(node), [...(found.get(keyOf(node)) ?? []), place]);
  for (const [key, value] of Object.entries(node)) {
    // Examples are values, and no shapes.
    if (key !== 'example' && key !== 'examples')
      collect(value, `${place}/${key.replaceAll('/', '~1')}`, found);
  }
}

/** What is said of a shape does not make it another one, nor does what it is when it is left out. */
const keyOf = (node: object): string =>
  JSON.stringify(node, (key, value: unknown) =>
    ['description', 'default', 'examples'].includes(key) ? undefined : value,
  );
