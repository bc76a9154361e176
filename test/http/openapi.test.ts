import { readFileSync, readdirSync } from 'node:fs';
import * as z from 'zod/mini';
import { routes } from '../../functions/api/routes';
import { generateMcpFiles } from '../../lib/openapi/mcp';
import { generateReference, referenceFolder } from '../../lib/openapi/reference/pages';
import { generateSdkFiles } from '../../lib/openapi/sdk';
import { buildComponents } from '../../lib/openapi/components';
import { buildOpenapi } from '../../lib/openapi/document';
import { errorTypes } from '../../lib/openapi/errors';
import { examplesOf } from '../../lib/openapi/examples';
import { lintDocument } from '../../lib/openapi/lint';
import { namedShapes } from '../../lib/openapi/shapes';

const document = buildOpenapi();
const documented = routes.filter((route) => !route.undocumented);

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

const operationOf = (name: string) => {
  const operation = operations.find(({ operation }) => operation.operationId === name);
  if (!operation) throw new Error(`There is no operation ${name}`);
  return operation.operation;
};

/** Returns the parameters that only this operation declares. */
const parametersOf = (name: string) =>
  operationOf(name).parameters.flatMap((parameter) => ('in' in parameter ? [parameter] : []));

describe('the committed files match the routes (npm run openapi)', () => {
  test('openapi.json', () => {
    expect(readFileSync('openapi.json', 'utf8')).toBe(`${JSON.stringify(document, null, 2)}\n`);
  });

  test('the generated files of the SDK, the MCP server and the docs', async () => {
    const files = {
      ...(await generateSdkFiles(document)),
      ...generateMcpFiles(document),
      ...generateReference(document),
    };
    for (const [path, text] of Object.entries(files))
      expect({ path, text: readFileSync(path, 'utf8') }).toEqual({ path, text });
  });

  test('the folder of the reference contains exactly the generated pages', () => {
    const files = readdirSync(referenceFolder).map((name) => `${referenceFolder}/${name}`);

    expect(files.toSorted()).toEqual(Object.keys(generateReference(document)).toSorted());
  });
});

describe('the OpenAPI linter', () => {
  test('finds no problem', async () => {
    expect(await lintDocument(document)).toEqual([]);
  });

  test('detects missing and invalid parts', async () => {
    const brokenDocument = JSON.parse(JSON.stringify(document));
    delete brokenDocument.servers;
    delete brokenDocument.tags[0].description;
    delete brokenDocument.paths['/v1/usage'].get.description;
    delete brokenDocument.paths['/v1/usage'].get.responses[200].content['application/json'].examples;
    brokenDocument.paths['/v1/emails/{id}'].get.responses[200].content[
      'application/json'
    ].examples.delivered.value.cc = [];
    brokenDocument.components.schemas.Unused = { type: 'object' };

    const rules = (await lintDocument(brokenDocument)).map((finding) => finding.split(':')[0]);

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

// R-25
test('the document declares OpenAPI 3.1.0 and the API version 1.0.0', () => {
  expect([document.openapi, document.info.version]).toEqual(['3.1.0', '1.0.0']);
});

// R-25
test('the document contains exactly the documented routes', () => {
  const names = documented.map(({ name }) => name);

  expect(operations.map(({ operation }) => operation.operationId).sort()).toEqual(names.sort());
});

// R-25
test('the document omits the routes for API keys', () => {
  expect(JSON.stringify(document)).not.toContain('api-key');
});

test('no function imports examples or descriptions, so that the Lambda bundles do not contain them', () => {
  const files = readdirSync('functions', { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\/(examples|descriptions)\.ts$/.test(file),
  );
  const importing = files.filter((file) =>
    /from '[^']*\/(examples|descriptions)'/.test(readFileSync(`functions/${file}`, 'utf8')),
  );

  expect(files.length).toBeGreaterThan(100);
  expect(importing).toEqual([]);
});

describe('parameters', () => {
  test('every path parameter is declared once', () => {
    for (const { path, operation } of operations) {
      const namedParameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const declaredParameters = parametersOf(operation.operationId).filter(
        (parameter) => parameter.in === 'path',
      );

      expect(declaredParameters.map(({ name }) => name)).toEqual(namedParameters);
    }
  });

  test('every query parameter is declared, in the order of the route', () => {
    for (const { name, query = {} } of documented) {
      const declaredParameters = parametersOf(name).filter((parameter) => parameter.in === 'query');

      expect(declaredParameters.map((parameter) => parameter.name)).toEqual(Object.keys(query));
    }
  });

  test.each([
    ['listEmails', 'limit', { type: 'integer', minimum: 1, maximum: 100, default: 50 }],
    ['listEmails', 'cursor', { type: 'string' }],
    ['listEmails', 'status', { $ref: '#/components/schemas/EmailStatus' }],
    ['listEmails', 'to', { type: 'string', format: 'email' }],
    ['getEmailMetrics', 'days', { type: 'integer', minimum: 1, maximum: 365, default: 30 }],
    ['listThreads', 'awaiting_reply', { type: 'boolean' }],
    ['listContacts', 'q', { type: 'string' }],
    ['listContacts', 'tag', { type: 'array', items: { type: 'string' } }],
    ['deleteSuppression', 'scope', { $ref: '#/components/schemas/SuppressionScope', default: 'all' }],
  ])('a query parameter has the type of its kind: %s, %s', (operation, name, schema) => {
    expect(parametersOf(operation).find((parameter) => parameter.name === name)?.schema).toEqual(schema);
  });

  test('the document requires exactly the query parameters that the routes require', () => {
    for (const { name, query = {} } of documented) {
      const required = parametersOf(name).flatMap((parameter) =>
        parameter.in === 'query' && 'required' in parameter ? [parameter.name] : [],
      );
      const mandatory = Object.entries(query).flatMap(([parameterName, parameter]) =>
        'isRequired' in parameter && parameter.isRequired ? [parameterName] : [],
      );

      expect(required).toEqual(mandatory);
    }
  });

  // I-1
  test('every POST operation that requires a credential accepts an Idempotency-Key', () => {
    const header = { $ref: '#/components/parameters/IdempotencyKey' };

    for (const { method, operation } of operations) {
      const acceptsIdempotencyKey = operation.parameters.some(
        (parameter) => '$ref' in parameter && parameter.$ref === header.$ref,
      );

      expect(acceptsIdempotencyKey).toBe(method === 'post' && operation.security.length > 0);
    }
  });
});

describe('fields', () => {
  const { schemas } = document.components;

  test('have their types and bounds, and their defaults in the description', () => {
    expect(schemas['SendRequest']).toMatchObject({
      additionalProperties: false,
      required: ['from', 'to'],
      properties: {
        subject: { type: 'string', minLength: 1, maxLength: 998 },
        risk_class: { $ref: '#/components/schemas/RiskClass' },
        attachments: { type: 'array', maxItems: 20, items: { $ref: '#/components/schemas/Attachment' } },
      },
    });
    expect(schemas['Attachment']).toMatchObject({
      properties: { content_type: { type: 'string' } },
      required: ['filename', 'content'],
    });
    expect(schemas['SuppressBatchRequest']).toMatchObject({
      properties: {
        emails: { minItems: 1, maxItems: 10_000 },
        scope: { description: expect.stringMatching(/Default: `marketing`\.$/) },
        reason: { description: expect.stringMatching(/Default: `list_hygiene`\.$/) },
      },
    });
    expect(schemas['Usage']).toMatchObject({
      properties: { emails_used: { type: 'integer', minimum: 0 }, sending_locked: { type: 'boolean' } },
    });
  });

  test('have no default outside their description, because generators make such a field required', () => {
    const fieldsWithDefault = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
      JSON.stringify(schema).includes('"default":') ? [name] : [],
    );

    expect(fieldsWithDefault).toEqual([]);
  });

  // R-22
  test('of responses are all required, and additional fields are allowed', () => {
    expect(schemas['Email']).toMatchObject({ required: Object.keys(Object(schemas['Email']).properties) });
    expect(schemas['Email']).not.toHaveProperty('additionalProperties');
  });
});

describe('schema names', () => {
  const TextSchema = z.string();
  const RiskSchema = z.enum(['transactional', 'marketing']);
  const request = z.object({ risk: z._default(RiskSchema, 'transactional') });

  test('exist for every request body and response', () => {
    const unnamedSchemas = documented.flatMap(({ name, body, responses, isFile }) =>
      [...(body ? [body] : []), ...(isFile ? [] : Object.values(responses))]
        .filter((schema) => !namedShapes.some(([, namedParameters]) => namedParameters === schema))
        .map(() => name),
    );

    expect(unnamedSchemas).toEqual(['getOpenapi']);
  });

  test('exist for every object and enum that is used twice', () => {
    expect(repeatedShapes(document)).toEqual([]);
  });

  test('are referenced wherever their shape is used, even with additional keywords', () => {
    const { schemas, schemaOf } = buildComponents([['Risk', RiskSchema]], { input: [request], output: [] });

    expect(schemas).toEqual({ Risk: { type: 'string', enum: ['transactional', 'marketing'] } });
    expect(schemaOf(request, 'input').properties).toEqual({
      risk: { $ref: '#/components/schemas/Risk', default: 'transactional' },
    });
  });

  test('are omitted if no schema uses their shape', () => {
    const { schemas } = buildComponents([['Risk', RiskSchema]], { input: [], output: [TextSchema] });

    expect(schemas).toEqual({});
  });

  test.each([
    [
      'one name for two shapes',
      [
        ['A', RiskSchema],
        ['A', TextSchema],
      ] as const,
      'Two shapes have the name A',
    ],
    [
      'two names for one shape',
      [
        ['A', RiskSchema],
        ['B', RiskSchema],
      ] as const,
      'B and A are names of the same schema',
    ],
    [
      'one name for a shape that differs in requests and responses',
      [['A', request]] as const,
      'A is used in requests and responses',
    ],
  ])('are refused: %s', (_description, shapes, message) => {
    const used = { input: [request], output: [request] };

    expect(() => buildComponents(shapes, used)).toThrow(message);
  });
});

describe('error responses', () => {
  interface Response {
    content: { 'application/json': { schema: object; examples: Record<string, object> } };
  }

  /** Returns the error types of an operation, by status. */
  const errorTypesOf = (name: string): Record<string, string[]> =>
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

  test('of an operation without specific errors are the errors of the request pipeline', () => {
    expect(errorTypesOf('listTopics')).toEqual({
      401: ['unauthorized'],
      403: ['forbidden'],
      429: ['rate_limited'],
      500: ['internal_error'],
      503: ['service_unavailable'],
    });
    expect(errorTypesOf('saveTopic')).toEqual({
      ...errorTypesOf('listTopics'),
      400: ['invalid_json', 'invalid_request'],
      409: ['idempotency_in_progress'],
      413: ['payload_too_large'],
      415: ['invalid_request'],
      422: ['invalid_request', 'idempotency_key_reused'],
    });
    expect(Object.keys(errorTypesOf('getOpenapi'))).toEqual(['429', '500', '503']);
  });

  test('of a send are listed in the order of checks (E-29)', () => {
    expect(errorTypesOf('sendEmail')).toEqual({
      ...errorTypesOf('saveTopic'),
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

  test('include 404 if the path contains the id of a record', () => {
    // An address is not a record. The response contains the data stored for the address.
    const isRecordParameter = (name = '') => name !== 'email';
    const missing = operations
      .filter(({ path }) => [...path.matchAll(/\{(\w+)\}/g)].some(([, name]) => isRecordParameter(name)))
      .map(({ operation }) => operation.operationId)
      .filter((name) => !('404' in errorTypesOf(name)));

    expect(missing).toEqual([]);
  });

  // R-28
  test('cover all error types together', () => {
    const documentedTypes = documented.flatMap(({ name }) => Object.values(errorTypesOf(name)).flat());

    expect([...new Set(documentedTypes)].sort()).toEqual([...errorTypes].sort());
  });

  test('are distinguished by `type`', () => {
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
  test('exist for each response of each operation', () => {
    const exampleStatuses = documented.map((route) => {
      const statuses = Object.values(examplesOf(route)).map(({ status }) => String(status));
      return [route.name, [...new Set(statuses)].sort()];
    });

    expect(exampleStatuses).toEqual(documented.map(({ name, responses }) => [name, Object.keys(responses)]));
  });

  test.each(documented.map((route) => [route.name, route] as const))(
    'of %s match their schemas exactly',
    (_name, route) => {
      for (const { body, status, response } of Object.values(examplesOf(route))) {
        expect(route.body?.safeParse(body).error).toBeUndefined();
        // Parsing drops unknown fields. If the result equals the example, the schema describes every field.
        if (!route.isFile) expect(route.responses[status]?.parse(response)).toEqual(response);
      }
    },
  );
});

// R-34
test('an operation with a cursor parameter returns a list in pages, and the response contains the next cursor', () => {
  const pagedRoutes = documented.filter(({ query = {} }) => 'cursor' in query);

  for (const { name, query = {} } of pagedRoutes) {
    expect(query).toHaveProperty('limit');
    expect(Object(operationOf(name).responses[200]).content['application/json'].schema.$ref).toMatch(/List$/);
  }
  expect(document.components.schemas['EmailList']).toMatchObject({
    properties: {
      next_cursor: {
        type: ['string', 'null'],
        description: 'The `cursor` of the next page; null on the last page and for lists without pages.',
      },
    },
  });
  expect(document.info.description).toContain('## Lists');
});

test('the document describes every webhook event type and its payload', () => {
  const names = Object.keys(document.webhooks);

  expect(names).toEqual(['sentMailEvent', 'inboundEvent']);
  expect(document.components.schemas['SentMailEvent']).toMatchObject({
    properties: { type: { $ref: '#/components/schemas/EmailEventType' } },
  });
});

/** Returns each object and enum that occurs in more than one place, unless all places are named schemas. */
function repeatedShapes(node: unknown): string[] {
  const placesByShape = new Map<string, string[]>();
  collectShapes(node, '#', placesByShape);
  const isNamed = (pointer: string): boolean => /^#\/components\/schemas\/\w+$/.test(pointer);
  return [...placesByShape.values()]
    .filter((places) => places.length > 1 && !places.every(isNamed))
    .map((places) => places.join(' = '));
}

function collectShapes(node: unknown, pointer: string, placesByShape: Map<string, string[]>): void {
  if (typeof node !== 'object' || node === null) return;
  const isShape = 'enum' in node || ('properties' in node && 'type' in node);
  if (isShape) placesByShape.set(keyOf(node), [...(placesByShape.get(keyOf(node)) ?? []), pointer]);
  for (const [key, value] of Object.entries(node)) {
    // Examples contain values, not schemas.
    if (key !== 'example' && key !== 'examples')
      collectShapes(value, `${pointer}/${key.replaceAll('/', '~1')}`, placesByShape);
  }
}

/** Returns a key that is equal for schemas that differ only in description, default or examples. */
const keyOf = (node: object): string =>
  JSON.stringify(node, (key, value: unknown) =>
    ['description', 'default', 'examples'].includes(key) ? undefined : value,
  );
