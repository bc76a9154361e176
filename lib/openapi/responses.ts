import { STATUS_CODES } from 'node:http';
import { errorCatalog, type ErrorType } from '../../shared/core/errors';
import type { Route } from '../../shared/http/route';
import { errorExample, errorNameOf, errors } from './errors';
import { errorHeaders } from './headers';
import { refusalsOf, type Refusal } from './refusals';
import { pascalCase } from './pascal-case';

/** Builds the error responses. Responses that several operations share become components. */
export function errorResponses(routes: readonly Route[]) {
  const all = routes.flatMap(refusalsOf);
  const distinct = [...new Map(all.map((refusal) => [keyOf(refusal), refusal])).values()];
  const isShared = (refusal: Refusal) =>
    all.filter((candidate) => keyOf(candidate) === keyOf(refusal)).length > 1;
  const isReused = ({ types }: Refusal) =>
    distinct.filter((candidate) => candidate.types.join() === types.join()).length > 1;
  const responseWith = (refusal: Refusal) =>
    responseOf(
      refusal,
      isReused(refusal) ? refTo('schemas', responseName(refusal.types)) : bodyOf(refusal.types),
    );
  return {
    responses: recordByUniqueName(
      distinct.filter(isShared).map((candidate) => [nameOf(candidate), responseWith(candidate)]),
    ),
    schemas: Object.fromEntries(
      distinct.filter(isReused).map(({ types }) => [responseName(types), bodyOf(types)]),
    ),
    responsesOf: (route: Route) =>
      Object.fromEntries(
        refusalsOf(route).map((refusal) => [
          refusal.status,
          isShared(refusal) ? refTo('responses', nameOf(refusal)) : responseWith(refusal),
        ]),
      ),
  };
}

const keyOf = ({ status, types }: Refusal): string => `${status} ${types.join()}`;

/**
 * Names a response after its error types. If there are more than three types, or if a type is also used with another status, names
 * the response after the status.
 */
const nameOf = ({ status, types }: Refusal): string =>
  types.length <= 3 && types.every((type) => errorCatalog[type] === status)
    ? types.map(pascalCase).join('Or')
    : pascalCase(STATUS_CODES[status] ?? '');

const responseName = (types: readonly ErrorType[]): string => `${types.map(pascalCase).join('Or')}Answer`;

function recordByUniqueName(
  entries: readonly (readonly [name: string, response: object])[],
): Record<string, object> {
  const byName = new Map(entries);
  if (byName.size < entries.length) throw new Error('Two error responses have the same name');
  return Object.fromEntries(byName);
}

const refTo = (kind: 'schemas' | 'responses', name: string) => ({ $ref: `#/components/${kind}/${name}` });

const responseOf = ({ status, types }: Refusal, schema: object) => ({
  description: types.map((type) => `\`${type}\`: ${errors[type].description}`).join('\n\n'),
  ...errorHeaders(status),
  content: {
    'application/json': {
      schema,
      examples: Object.fromEntries(types.map((type) => [type, { value: errorExample(type, status) }])),
    },
  },
});

const bodyOf = (types: readonly ErrorType[]) => ({
  type: 'object',
  properties: { error: oneOf(types) },
  required: ['error'],
});

function oneOf(types: readonly ErrorType[]): object {
  const refs = types.map((type) => refTo('schemas', errorNameOf(type)));
  if (refs.length === 1) return { ...refs[0] };
  const mapping = Object.fromEntries(types.map((type) => [type, refTo('schemas', errorNameOf(type)).$ref]));
  return { oneOf: refs, discriminator: { propertyName: 'type', mapping } };
}
