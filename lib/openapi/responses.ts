import { STATUS_CODES } from 'node:http';
import { errorCatalogue, type ErrorType } from '../../shared/core/errors';
import type { Route } from '../../shared/http/route';
import { errorExample, errorNameOf, errors } from './errors';
import { headersOfRefusal } from './headers';
import { refusalsOf, type Refusal } from './refusals';
import { pascal } from './words';

/** The answers that refuse: what several have alike is a component. */
export function refusingResponses(routes: readonly Route[]) {
  const all = routes.flatMap(refusalsOf);
  const distinct = [...new Map(all.map((refusal) => [keyOf(refusal), refusal])).values()];
  const isShared = (refusal: Refusal) => all.filter((one) => keyOf(one) === keyOf(refusal)).length > 1;
  const hasTwin = ({ types }: Refusal) => distinct.filter((one) => `${one.types}` === `${types}`).length > 1;
  const responseWith = (refusal: Refusal) =>
    responseOf(
      refusal,
      hasTwin(refusal) ? ref('schemas', answerNameOf(refusal.types)) : bodyOf(refusal.types),
    );
  return {
    responses: named(distinct.filter(isShared).map((one) => [nameOf(one), responseWith(one)])),
    schemas: Object.fromEntries(
      distinct.filter(hasTwin).map(({ types }) => [answerNameOf(types), bodyOf(types)]),
    ),
    responsesOf: (route: Route) =>
      Object.fromEntries(
        refusalsOf(route).map((refusal) => [
          refusal.status,
          isShared(refusal) ? ref('responses', nameOf(refusal)) : responseWith(refusal),
        ]),
      ),
  };
}

const keyOf = ({ status, types }: Refusal): string => `${status} ${types}`;

/** By its types; by its status where those are many, or have another status elsewhere. */
const nameOf = ({ status, types }: Refusal): string =>
  types.length < 3 && types.every((type) => errorCatalogue[type] === status)
    ? types.map(pascal).join('Or')
    : pascal(STATUS_CODES[status] ?? '');

const answerNameOf = (types: readonly ErrorType[]): string => `${types.map(pascal).join('Or')}Answer`;

function named(entries: readonly (readonly [name: string, response: object])[]): Record<string, object> {
  const byName = new Map(entries);
  if (byName.size < entries.length) throw new Error('Two answers that refuse have the same name');
  return Object.fromEntries(byName);
}

const ref = (kind: 'schemas' | 'responses', name: string) => ({ $ref: `#/components/${kind}/${name}` });

const responseOf = ({ status, types }: Refusal, schema: object) => ({
  description: types.map((type) => `\`${type}\`: ${errors[type].means}`).join('\n\n'),
  ...headersOfRefusal(status),
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
  const refs = types.map((type) => ref('schemas', errorNameOf(type)));
  if (refs.length === 1) return { ...refs[0] };
  const mapping = refs.map(({ $ref }, index) => [types[index], $ref]);
  return { oneOf: refs, discriminator: { propertyName: 'type', mapping: Object.fromEntries(mapping) } };
}
