import { STATUS_CODES } from 'node:http';
import * as z from 'zod/mini';
import { takesIdempotencyKey, type Route } from './route';
import { pathParameters } from './path-parameters';
import type { Parameter } from './parameters';
import { ErrorResponseSchema } from './shapes';
import { scopesOf } from './scope';

interface NamedRoute extends Route {
  name: string;
  resource: string;
}

/** The machine-readable description of every documented route: an OpenAPI 3.1 document. */
export function buildOpenapi(routes: readonly NamedRoute[]) {
  const documented = routes.filter((route) => !route.undocumented);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Carrier Nest',
      version: '1.0.0',
      description: 'Sends, receives and threads mail for programs and agents.',
    },
    tags: [...new Set(documented.map(({ resource }) => resource))].map((name) => ({ name })),
    paths: pathsOf(documented),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key (`sk_live_…`) or an OAuth token' },
      },
      parameters: { IdempotencyKey: idempotencyKey },
      responses: {
        ErrorResponse: { description: 'A refusal or a failure', content: json(ErrorResponseSchema, 'output') },
      },
    },
  };
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'For 24 hours a request with the same key and body gets the stored answer and does nothing.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

function pathsOf(routes: readonly NamedRoute[]) {
  const paths: Record<string, Record<string, ReturnType<typeof operationOf>>> = {};
  for (const route of routes) {
    const operations = (paths[route.path] ??= {});
    operations[route.method.toLowerCase()] = operationOf(route);
  }
  return paths;
}

const operationOf = (route: NamedRoute) => ({
  operationId: route.name,
  summary: route.summary,
  tags: [route.resource],
  security: securityOf(route),
  parameters: [...parametersOfPath(route), ...parametersOfQuery(route), ...headerParameters(route)],
  ...(route.body && { requestBody: { required: true, content: json(route.body, 'input') } }),
  responses: responsesOf(route),
});

/** One of the scopes is enough, so each is an alternative; none asks for a credential of any kind, or for nothing. */
function securityOf(route: Route) {
  if (route.scope === 'public') return [];
  const scopes = scopesOf(route);
  return scopes.length === 0 ? [{ bearer: [] }] : scopes.map((scope) => ({ bearer: [scope] }));
}

const parametersOfPath = ({ path }: Route) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: pathParameters[name]?.schema ?? { type: 'string' },
  }));

const parametersOfQuery = ({ query = {} }: Route) =>
  Object.entries(query).map(([name, parameter]) => ({
    name,
    in: 'query',
    schema: querySchemaOf(parameter),
  }));

const querySchemaOf = (parameter: Parameter): object =>
  parameter.kind === 'oneOf' ? { enum: parameter.values } : { type: 'string' };

const headerParameters = (route: Route) =>
  takesIdempotencyKey(route) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : [];

function responsesOf({ answers, isFile }: Route) {
  const successes = Object.entries(answers).map(([status, schema]) => [
    status,
    {
      description: STATUS_CODES[status] ?? status,
      content: isFile ? { '*/*': { schema: schemaOf(schema, 'output') } } : json(schema, 'output'),
    },
  ]);
  return { ...Object.fromEntries(successes), default: { $ref: '#/components/responses/ErrorResponse' } };
}

const json = (schema: z.ZodMiniType, io: 'input' | 'output') => ({
  'application/json': { schema: schemaOf(schema, io) },
});

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output') {
  const described = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      // A format says what its pattern says, and clients can read it.
      if (jsonSchema.format) delete jsonSchema.pattern;
      // The bounds of what JSON can carry as an integer say nothing about the field.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      // Answers may gain fields: a client that refuses those would break.
      if (io === 'output' && jsonSchema.additionalProperties === false)
        delete jsonSchema.additionalProperties;
    },
  });
  delete described.$schema;
  return described;
}
