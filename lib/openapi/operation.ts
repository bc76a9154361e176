import { STATUS_CODES } from 'node:http';
import type { NamedRoute } from '../../functions/api/routes';
import type { Route } from '../../shared/http/route';
import { scopesOf } from '../../shared/http/scope';
import type { ToJsonSchema } from './components';
import { successHeaders } from './headers';
import type { NamedExamples, Operation } from './operations';
import { parametersOf, type ToEnumSchema, type Examples } from './parameters';

/** The context that all operations share. */
export interface OperationContext {
  schemaOf: ToJsonSchema;
  toEnumSchema: ToEnumSchema;
  examplesOf: (route: NamedRoute) => Examples;
  /** The error responses by status. */
  refusalsOf: (route: Route) => Operation['responses'];
}

/** Marks what the service offers in addition to the API that it implements. */
export const additionsTag = {
  name: 'Additions',
  description: 'Operations in addition to those of the API that the service implements.',
};

export function operationOf(
  route: NamedRoute,
  { schemaOf, toEnumSchema, examplesOf, refusalsOf }: OperationContext,
): Operation {
  const examples = examplesOf(route);
  return {
    operationId: route.name,
    summary: route.summary,
    description: route.description ?? '',
    // Only the first tag is the resource.
    tags: [route.resource, ...(route.isAddition ? [additionsTag.name] : [])],
    security: securityOf(route),
    parameters: parametersOf(route, examples, toEnumSchema),
    // The response contains a secret and is not stored, so a repeated request repeats the work.
    ...(route.unstored === 'response' && { 'x-idempotency': 'never-stored' }),
    ...(route.body && {
      requestBody: {
        required: route.isBodyOptional !== true,
        content: json(
          schemaOf(route.body, 'input'),
          exampleValues(examples, ({ body }) => body),
        ),
      },
    }),
    responses: { ...successResponses(route, examples, schemaOf), ...refusalsOf(route) },
  };
}

/** Lists each scope as an alternative, because the credential needs only one of the scopes. */
function securityOf(route: Route) {
  if (route.scope === 'public') return [];
  const scopes = scopesOf(route);
  return scopes.length === 0 ? [{ bearer: [] }] : scopes.map((scope) => ({ bearer: [scope] }));
}

const successResponses = (route: Route, examples: Examples, schemaOf: ToJsonSchema) =>
  Object.fromEntries(
    Object.entries(route.responses).map(([status, schema]) => {
      const response = ({ response, ...example }: Examples[string]) =>
        example.status === Number(status) ? response : undefined;
      return [
        status,
        {
          description: STATUS_CODES[status] ?? status,
          headers: successHeaders(route),
          // A file can have any content type.
          content: route.isFile
            ? { '*/*': {} }
            : json(schemaOf(schema, 'output'), exampleValues(examples, response)),
        },
      ];
    }),
  );

function exampleValues(examples: Examples, select: (example: Examples[string]) => unknown) {
  const values = Object.entries(examples).flatMap(([name, example]) => {
    const value = select(example);
    return value === undefined ? [] : [[name, { summary: example.summary, value }] as const];
  });
  return Object.fromEntries(values);
}

const json = (schema: object, examples: NamedExamples) => ({ 'application/json': { schema, examples } });
