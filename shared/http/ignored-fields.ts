import type * as z from 'zod/mini';
import { displayName } from '../schema/validate';
import { ignoredParameters } from './parameters';
import type { ApiRequest } from './request';

type Schema = z.core.$ZodTypes;

const namesMax = 20;
const lengthMax = 1_024;

/**
 * Names the fields and parameters that the service ignores (D64), so that a client notices a misspelled guardrail.
 * Parameters come first: a client whose cursor is ignored would otherwise read the first page again and again.
 */
export function ignoredFieldsHeader(request: ApiRequest): Record<string, string> {
  if (request.route.isNonApi || request.route.method === 'ANY') return {};
  const names = new Set<string>();
  let length = 0;
  for (const name of ignoredNames(request)) {
    if (name === '' || name.length > lengthMax) continue;
    length += names.has(name) ? 0 : name.length + 1;
    // A request can have any number of unknown fields, so the search ends when the header is full.
    if (length > lengthMax + 1) break;
    if (names.add(name).size === namesMax) break;
  }
  return names.size > 0 ? { 'CN-Ignored-Fields': [...names].join(',') } : {};
}

function* ignoredNames({ route, query, body }: ApiRequest): Generator<string> {
  for (const name of ignoredParameters(route.query ?? {}, query)) yield encodeName(name);
  // All schemas are zod's own types, although zod's interfaces hide the type.
  if (route.body) yield* ignoredFields(route.body as z.core.$ZodType as Schema, body);
  else if (isObject(body)) yield* Object.keys(body).map(encodeName);
}

/** Returns the names of the fields that the schema does not have, with dots between the levels: `steps.0.delay`. */
function* ignoredFields(schema: Schema, value: unknown, prefix = ''): Generator<string> {
  const { def } = schema._zod;
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      yield* ignoredFields(def.innerType as Schema, value, prefix);
      return;
    case 'union': {
      const option = (def.options as readonly Schema[]).find((candidate) => isMeant(candidate, value));
      if (option) yield* ignoredFields(option, value, prefix);
      return;
    }
    case 'array':
      if (!Array.isArray(value)) return;
      for (const [index, item] of value.entries())
        yield* ignoredFields(def.element as Schema, item, `${prefix}${index}.`);
      return;
    case 'object':
      if (!isObject(value)) return;
      for (const [name, field] of Object.entries(value)) {
        const path = `${prefix}${encodeName(name)}`;
        if (!Object.hasOwn(def.shape, name)) yield path;
        else yield* ignoredFields(def.shape[name] as Schema, field, `${path}.`);
      }
  }
}

/** Whether the client meant this option of a union, judged by the container and the discriminator. */
function isMeant({ _zod: { def, propValues = {} } }: Schema, value: unknown): boolean {
  if (def.type === 'array') return Array.isArray(value);
  return (
    isObject(value) &&
    Object.entries(propValues).every(([name, values]) => values.has(value[name] as z.core.util.Primitive))
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Encodes the separators too: the comma between names, and the dot between the levels of a name. */
const encodeName = (name: string): string =>
  encodeURIComponent(displayName(name).toWellFormed()).replaceAll('.', '%2E');
