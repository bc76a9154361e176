import type { NamedRoute } from '../../functions/api/routes';
import type { Example } from '../../shared/http/examples';
import type { Parameter } from '../../shared/http/parameters';
import { pathParameters } from '../../shared/http/path-parameters';
import { takesIdempotencyKey } from '../../shared/http/route';
import { descriptionOfParameter } from './descriptions';
import type { Parameter as DescribedParameter, Reference } from './operations';

/** The examples of an operation, by name. */
export type Examples = Readonly<Record<string, Example>>;

/** Converts the values of an enum. A named enum becomes a `$ref`. */
export type ToEnumSchema = (values: readonly string[]) => object;

/** The `components.parameters`. */
export const sharedParameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A key that you choose for this request, so that you can repeat the request safely. For 24 hours, ' +
      'a request with the same key and body returns the stored response with the header ' +
      '`Idempotent-Replay` and does not repeat the work. Errors are not stored.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: 'order-77-shipped',
  },
};

export const parametersOf = (
  route: NamedRoute,
  examples: Examples,
  toEnumSchema: ToEnumSchema,
): (DescribedParameter | Reference)[] => [
  ...namesIn(route.path).map((name) => pathParameter(name, examples)),
  ...Object.entries(route.query ?? {}).map(([name, parameter]) =>
    queryParameter(name, { parameter, resource: route.resource, examples, toEnumSchema }),
  ),
  ...(takesIdempotencyKey(route) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
];

const namesIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

function pathParameter(name: string, examples: Examples): DescribedParameter {
  const parameter = pathParameters[name];
  if (!parameter) throw new Error(`Add {${name}} to shared/http/path-parameters.ts`);
  const { description, schema } = parameter;
  return {
    name,
    in: 'path',
    required: true,
    description,
    schema,
    ...exampleValues('params', name, examples),
  };
}

interface QueryParameter {
  parameter: Parameter;
  resource: string;
  examples: Examples;
  toEnumSchema: ToEnumSchema;
}

function queryParameter(
  name: string,
  { parameter, resource, examples, toEnumSchema }: QueryParameter,
): DescribedParameter {
  // TypeScript cannot infer that the entry of a kind accepts the parameters of that kind.
  const kind = kinds[parameter.kind] as Kind<Parameter>;
  return {
    name,
    in: 'query',
    ...(isRequired(parameter) && { required: true }),
    description: [descriptionOfParameter(resource, name), ...[kind.invalidValueRule ?? []].flat()].join(' '),
    ...kind.serialization,
    schema: kind.schema(parameter, toEnumSchema),
    ...exampleValues('query', name, examples),
  };
}

const isRequired = (parameter: Parameter): boolean =>
  parameter.kind === 'address' && parameter.isRequired === true;

interface Kind<P> {
  schema: (parameter: P, toEnumSchema: ToEnumSchema) => object;
  /** The `style` and `explode` fields of a parameter that can have several values. */
  serialization?: object;
  /** How the service treats an invalid value. */
  invalidValueRule?: string;
}

const kinds: { [K in Parameter['kind']]: Kind<Extract<Parameter, { kind: K }>> } = {
  pageSize: {
    schema: ({ fallback, max }) => ({ type: 'integer', minimum: 1, maximum: max, default: fallback }),
    invalidValueRule:
      'A fraction is rounded down. A value above the maximum is treated as the maximum, and an invalid value as the default.',
  },
  days: {
    schema: ({ fallback, max }) => ({ type: 'integer', minimum: 1, maximum: max, default: fallback }),
    invalidValueRule:
      'A value above the maximum is treated as the maximum, a negative value as 1, and 0 or an invalid value as the default.',
  },
  seconds: {
    schema: ({ max }) => ({ type: 'number', minimum: 0, maximum: max, default: 0 }),
    invalidValueRule: 'A value above the maximum is treated as the maximum, and an invalid value as 0.',
  },
  cursor: {
    schema: () => ({ type: 'string' }),
    invalidValueRule: 'An invalid cursor returns the first page.',
  },
  oneOf: {
    schema: ({ values, fallback }, toEnumSchema) => ({
      ...toEnumSchema(values),
      ...(fallback !== undefined && { default: fallback }),
    }),
  },
  flag: { schema: () => ({ type: 'boolean' }), invalidValueRule: 'Any other value is ignored.' },
  address: { schema: () => ({ type: 'string', format: 'email' }) },
  text: { schema: () => ({ type: 'string' }) },
  texts: {
    schema: () => ({ type: 'array', items: { type: 'string' } }),
    serialization: { style: 'form', explode: true },
  },
};

/** The values of the parameter in the examples. */
function exampleValues(location: 'params' | 'query', name: string, examples: Examples) {
  const values = Object.entries(examples).flatMap(([key, example]) => {
    const value = example[location]?.[name];
    return value === undefined ? [] : [[key, { summary: example.summary, value }] as const];
  });
  return values.length > 0 && { examples: Object.fromEntries(values) };
}
