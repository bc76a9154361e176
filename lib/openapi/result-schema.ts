import type { Document } from './operations';

interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
}

type Named = Readonly<Record<string, Schema | undefined>>;

/** What each of the operations answers, as small as it can be said: hosts drop a tool for `$ref`, and for a union. */
export function resultSchemas({ components, paths }: Document, operations: readonly string[]): object {
  const named = components.schemas as Named;
  const answers = Object.values(paths as Record<string, Record<string, unknown>>)
    .flatMap((methods) => Object.values(methods) as Answering[])
    .filter(({ operationId }) => operations.includes(operationId));
  return Object.fromEntries(answers.map((one) => [one.operationId, ofAnswer(one, named)]));
}

interface Answering {
  operationId: string;
  responses: Record<string, { content?: { 'application/json'?: { schema: Schema } } }>;
}

function ofAnswer({ responses }: Answering, named: Named): Schema {
  const [schema] = Object.entries(responses).flatMap(([status, { content }]) =>
    status.startsWith('2') && content?.['application/json'] ? [content['application/json'].schema] : [],
  );
  const { required = [] } = resolved(schema ?? {}, named);
  return { ...plain(schema ?? {}, named), required };
}

/** Types and names alone. What may be null says nothing of its type. */
function plain(schema: Schema, named: Named): Schema {
  const { type, properties, items, anyOf, oneOf } = resolved(schema, named);
  if (anyOf) return {};
  if (oneOf) return united(oneOf.map((one) => plain(one, named)));
  if (properties)
    return {
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [name, plain(one, named)]),
      ),
    };
  if (type === 'array') return { type, items: plain(items ?? {}, named) };
  return typeof type === 'string' ? { type } : {};
}

/** An object that may have the fields of each. */
const united = (objects: Schema[]): Schema => ({
  type: 'object',
  properties: Object.assign({}, ...objects.map(({ properties }) => properties)) as Record<string, Schema>,
});

function resolved(schema: Schema, named: Named): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (named[name] ?? {});
}
