import { isDeepStrictEqual } from 'node:util';
import { routes as everyRoute, type NamedRoute } from '../../functions/api/routes';
import { info, servers } from './info';
import { buildComponents, type NamedShape } from './components';
import { describeFields, descriptionOfResource } from './descriptions';
import { errorSchemas } from './errors';
import { examplesOf } from './examples';
import { headers } from './headers';
import type { JsonSchema } from './json-schema';
import { additionsTag, operationOf, type OperationContext } from './operation';
import type { Operation, Schemas } from './operations';
import { sharedParameters } from './parameters';
import { refusalsOf } from './refusals';
import { errorResponses } from './responses';
import { securitySchemes } from './security';
import { namedShapes } from './shapes';
import { webhookOperations, webhookShapes } from './webhooks';

/** Builds the OpenAPI 3.1 document, which describes every documented route. */
export function buildOpenapi(shapes: readonly NamedShape[] = namedShapes) {
  const routes = everyRoute.filter((route) => !route.undocumented);
  const { schemas, schemaOf } = buildComponents(shapes, collectUsed(routes));
  describeFields(schemas);
  const refusals = errorResponses(routes);
  const context: OperationContext = {
    schemaOf,
    toEnumSchema: (values) => namedEnum(schemas, values) ?? { type: 'string', enum: values },
    examplesOf,
    refusalsOf: refusals.responsesOf,
  };
  return {
    openapi: '3.1.0',
    info,
    servers,
    tags: [
      ...[...new Set(routes.map(({ resource }) => resource))].map((name) => ({
        name,
        description: descriptionOfResource(name),
      })),
      additionsTag,
    ],
    paths: pathsOf(routes, context),
    webhooks: webhookOperations(schemaOf),
    components: {
      securitySchemes,
      parameters: sharedParameters,
      headers,
      responses: refusals.responses,
      schemas: sortByName({ ...schemas, ...refusals.schemas }),
    },
  };
}

/** Sorts the schemas, because a module lists its exports in arbitrary order. */
const sortByName = (schemas: Record<string, object | undefined>): Schemas =>
  Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));

const collectUsed = (routes: readonly NamedRoute[]) => ({
  input: routes.flatMap(({ body }) => body ?? []),
  output: [
    ...routes.flatMap(({ responses }) => Object.values(responses)),
    ...routes.flatMap(refusalsOf).flatMap(({ types }) => types.map((type) => errorSchemas[type])),
    ...webhookShapes,
  ],
});

function namedEnum(schemas: Record<string, JsonSchema | undefined>, values: readonly string[]) {
  const found = Object.entries(schemas).find(([, schema]) => isDeepStrictEqual(schema?.enum, [...values]));
  return found && { $ref: `#/components/schemas/${found[0]}` };
}

function pathsOf(routes: readonly NamedRoute[], context: OperationContext) {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) {
    const operations = (paths[route.path] ??= {});
    operations[route.method.toLowerCase()] = operationOf(route, context);
  }
  return paths;
}
