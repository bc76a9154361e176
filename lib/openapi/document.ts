import { isDeepStrictEqual } from 'node:util';
import { routes as everyRoute, type NamedRoute } from '../../functions/api/routes';
import { about, servers, tagDescriptions } from './about';
import { componentsOf, type NamedShape } from './components';
import { errorSchemas } from './errors';
import { examplesOf } from './examples';
import { explainFields } from './fields';
import { headers } from './headers';
import type { Described } from './json-schema';
import { operationOf, type Around } from './operation';
import { sharedParameters } from './parameters';
import { refusalsOf } from './refusals';
import { refusingResponses } from './responses';
import { securitySchemes } from './security';
import { namedShapes } from './shapes';
import { webhookOperations, webhookShapes } from './webhooks';

/** The machine-readable description of every documented route: an OpenAPI 3.1 document. */
export function buildOpenapi(shapes: readonly NamedShape[] = namedShapes) {
  const routes = everyRoute.filter((route) => !route.undocumented);
  const { schemas, schemaOf } = componentsOf(shapes, usedBy(routes));
  explainFields(schemas);
  const refusals = refusingResponses(routes);
  const around: Around = {
    schemaOf,
    describeEnum: (values) => namedEnum(schemas, values) ?? { type: 'string', enum: values },
    examplesOf,
    refusalsOf: refusals.responsesOf,
  };
  return {
    openapi: '3.1.0',
    info: about,
    servers,
    tags: [...new Set(routes.map(({ resource }) => resource))].map((name) => ({
      name,
      description: tagDescriptions[name] ?? '',
    })),
    paths: pathsOf(routes, around),
    webhooks: webhookOperations(schemaOf),
    components: {
      securitySchemes,
      parameters: sharedParameters,
      headers,
      responses: refusals.responses,
      schemas: byName({ ...schemas, ...refusals.schemas }),
    },
  };
}

/** In the order of their names: that in which a module lists its exports is no one's choice. */
const byName = (schemas: Record<string, object | undefined>) =>
  Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));

const usedBy = (routes: readonly NamedRoute[]) => ({
  input: routes.flatMap(({ body }) => body ?? []),
  output: [
    ...routes.flatMap(({ answers }) => Object.values(answers)),
    ...routes.flatMap(refusalsOf).flatMap(({ types }) => types.map((type) => errorSchemas[type])),
    ...webhookShapes,
  ],
});

function namedEnum(schemas: Record<string, Described | undefined>, values: readonly string[]) {
  const found = Object.entries(schemas).find(([, schema]) => isDeepStrictEqual(schema?.enum, [...values]));
  return found && { $ref: `#/components/schemas/${found[0]}` };
}

function pathsOf(routes: readonly NamedRoute[], around: Around) {
  const paths: Record<string, Record<string, ReturnType<typeof operationOf>>> = {};
  for (const route of routes) {
    const operations = (paths[route.path] ??= {});
    operations[route.method.toLowerCase()] = operationOf(route, around);
  }
  return paths;
}
