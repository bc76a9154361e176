import type { Example } from '../../shared/http/examples';
import type { Parameter } from '../../shared/http/parameters';
import { pathParameters } from '../../shared/http/path-parameters';
import { takesIdempotencyKey, type Route } from '../../shared/http/route';

/** What is known of the examples of an operation, by their names. */
export type Examples = Readonly<Record<string, Example>>;

/** An enum that has a name is a `$ref` to it. */
export type DescribeEnum = (values: readonly string[]) => object;

/** The `components.parameters`. */
export const sharedParameters = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A name of yours for this request, so that it can be repeated safely. For 24 hours a request with the same key ' +
      'and body gets the stored answer, with the header `Idempotent-Replay`, and does nothing. Errors are not stored.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: 'order-77-shipped',
  },
};

export const parametersOf = (route: Route, examples: Examples, describeEnum: DescribeEnum) => [
  ...namesIn(route.path).map((name) => pathParameter(name, examples)),
  ...Object.entries(route.query ?? {}).map(([name, parameter]) =>
    queryParameter(name, { parameter, examples, describeEnum }),
  ),
  ...(takesIdempotencyKey(route) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
];

const namesIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

function pathParameter(name: string, examples: Examples) {
  const parameter = pathParameters[name];
  if (!parameter) throw new Error(`path-parameters.ts does not say what {${name}} is`);
  const { description, schema } = parameter;
  return { name, in: 'path', required: true, description, schema, ...shown('params', name, examples) };
}

interface QueryParameter {
  parameter: Parameter;
  examples: Examples;
  describeEnum: DescribeEnum;
}

function queryParameter(name: string, { parameter, examples, describeEnum }: QueryParameter) {
  const meaning = meanings[name];
  if (!meaning) throw new Error(`Say in "meanings" what the query parameter ${name} means`);
  const kind = kinds[parameter.kind] as Kind<Parameter>;
  return {
    name,
    in: 'query',
    ...(isRequired(parameter) && { required: true }),
    description: [meaning, ...[kind.leniency ?? []].flat()].join(' '),
    ...kind.serialization,
    schema: kind.schema(parameter, describeEnum),
    ...shown('query', name, examples),
  };
}

const isRequired = (parameter: Parameter): boolean =>
  parameter.kind === 'address' && parameter.isRequired === true;

/** What a parameter is for, by its name: it has one meaning in the whole API. */
const meanings: Readonly<Record<string, string | undefined>> = {
  after: 'Another name for `cursor`, which wins.',
  awaiting_reply: 'With `true`, what somebody wrote and nobody answered; with `false`, everything else.',
  cursor: 'Where the page begins: the `next_cursor` of the page before, as it is.',
  days: 'How many days in UTC, today included.',
  email: 'The address that it is about. Letter case does not count.',
  limit: 'How many rows the page has at most.',
  q: 'What the address begins with. Letter case does not count.',
  scope: 'Which mail the suppression refuses. Those of other scopes stay.',
  sample: 'How many addresses to show.',
  trigger_automations: 'With `true`, an array starts automations too.',
  source: 'Where the people come from: it stands on each suppression that this writes.',
  status: 'What has this status alone.',
  tag: 'A tag that they carry. Given several times: all of them.',
  unsubscribed: 'With `true`, who wants no marketing mail; with `false`, everybody else.',
  to: 'Emails with this address in `to`, without regard to letter case; not those with it in `cc` or `bcc`.',
};

interface Kind<P> {
  schema: (parameter: P, describeEnum: DescribeEnum) => object;
  /** How several values stand in the query. */
  serialization?: object;
  /** What happens to a value that is none. */
  leniency?: string;
}

const kinds: { [K in Parameter['kind']]: Kind<Extract<Parameter, { kind: K }>> } = {
  pageSize: {
    schema: ({ fallback, max }) => ({ type: 'integer', minimum: 1, maximum: max, default: fallback }),
    leniency:
      'A fraction is rounded down, more than the maximum is the maximum, and anything else is the default.',
  },
  days: {
    schema: ({ fallback, max }) => ({ type: 'integer', minimum: 1, maximum: max, default: fallback }),
    leniency: 'More than the maximum is the maximum, less than 0 is 1, and anything else is the default.',
  },
  cursor: {
    schema: () => ({ type: 'string' }),
    leniency: 'One that cannot be read is the first page.',
  },
  oneOf: {
    schema: ({ values, fallback }, describeEnum) => ({
      ...describeEnum(values),
      ...(fallback !== undefined && { default: fallback }),
    }),
  },
  flag: { schema: () => ({ type: 'boolean' }), leniency: 'Any other value counts as left out.' },
  address: { schema: () => ({ type: 'string', format: 'email' }) },
  text: { schema: () => ({ type: 'string' }) },
  texts: {
    schema: () => ({ type: 'array', items: { type: 'string' } }),
    serialization: { style: 'form', explode: true },
  },
};

/** The values that the examples give it. */
function shown(where: 'params' | 'query', name: string, examples: Examples) {
  const values = Object.entries(examples).flatMap(([key, example]) => {
    const value = example[where]?.[name];
    return value === undefined ? [] : [[key, { summary: example.summary, value }] as const];
  });
  return values.length > 0 && { examples: Object.fromEntries(values) };
}
