import { STATUS_CODES } from 'node:http';
import type { NamedRoute } from '../../functions/api/routes';
import type { Route } from '../../shared/http/route';
import { scopesOf } from '../../shared/http/scope';
import type { Describe } from './components';
import { headersOfSuccess } from './headers';
import { parametersOf, type DescribeEnum, type Examples } from './parameters';

/** What all operations have in common. */
export interface Around {
  schemaOf: Describe;
  describeEnum: DescribeEnum;
  examplesOf: (route: NamedRoute) => Examples;
  /** The answers that refuse, by status. */
  refusalsOf: (route: Route) => object;
}

export function operationOf(route: NamedRoute, { schemaOf, describeEnum, examplesOf, refusalsOf }: Around) {
  const examples = examplesOf(route);
  return {
    operationId: route.name,
    summary: route.summary,
    description: route.description ?? '',
    tags: [route.resource],
    security: securityOf(route),
    parameters: parametersOf(route, examples, describeEnum),
    // Its answer holds a secret: repeated after the answer, it does the work again.
    ...(route.idempotency === 'never-stored' && { 'x-idempotency': 'never-stored' }),
    ...(route.body && {
      requestBody: {
        required: route.isBodyOptional !== true,
        content: json(
          schemaOf(route.body, 'input'),
          valuesOf(examples, ({ body }) => body),
        ),
      },
    }),
    responses: { ...successesOf(route, examples, schemaOf), ...refusalsOf(route) },
  };
}

/** One of the scopes is enough, so each is an alternative; none asks for a credential of any kind, or for nothing. */
function securityOf(route: Route) {
  if (route.scope === 'public') return [];
  const scopes = scopesOf(route);
  return scopes.length === 0 ? [{ bearer: [] }] : scopes.map((scope) => ({ bearer: [scope] }));
}

const successesOf = (route: Route, examples: Examples, schemaOf: Describe) =>
  Object.fromEntries(
    Object.entries(route.answers).map(([status, schema]) => {
      const answer = ({ answer, ...example }: Examples[string]) =>
        example.status === Number(status) ? answer : undefined;
      return [
        status,
        {
          description: STATUS_CODES[status] ?? status,
          headers: headersOfSuccess(route),
          // Of a file that can be anything, the type of its content is all that can be said.
          content: route.isFile
            ? { '*/*': {} }
            : json(schemaOf(schema, 'output'), valuesOf(examples, answer)),
        },
      ];
    }),
  );

function valuesOf(examples: Examples, pick: (example: Examples[string]) => unknown) {
  const values = Object.entries(examples).flatMap(([name, example]) => {
    const value = pick(example);
    return value === undefined ? [] : [[name, { summary: example.summary, value }] as const];
  });
  return Object.fromEntries(values);
}

const json = (schema: object, examples: object) => ({ 'application/json': { schema, examples } });
