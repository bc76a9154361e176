import { isPublic, takesIdempotencyKey, type Route } from '../../shared/http/route';

/** The `components.headers`: the headers of responses. */
export const headers = {
  'CN-Ignored-Fields': {
    description:
      'The request fields and query parameters that the service ignored, because it does not know them or cannot read their value: percent-encoded, separated by commas, with dots in nested names. At most 20 names and 1,024 characters. Absent if nothing was ignored.',
    schema: { type: 'string' },
    example: 'daily_limit,steps.0.delay',
  },
  'Content-Disposition': {
    description: 'The name of the file, in ASCII and in UTF-8.',
    schema: { type: 'string' },
    example: `attachment; filename="slip.pdf"; filename*=UTF-8''slip.pdf`,
  },
  'Idempotent-Replay': {
    description: 'The response is the stored response of an earlier request with the same Idempotency-Key.',
    schema: { const: 'true' },
    example: 'true',
  },
  RateLimit: {
    description:
      'The number of requests that the credential may still make in this minute, and the number of seconds until the minute ends.',
    schema: { type: 'string' },
    example: '"minute";r=599;t=42',
  },
  'RateLimit-Policy': {
    description: 'The number of requests per minute that the credential may make.',
    schema: { type: 'string' },
    example: '"minute";q=600;w=60',
  },
  'Retry-After': {
    description: 'The number of seconds to wait before the next request.',
    schema: { type: 'integer', minimum: 0 },
    example: 5,
  },
};

type Header = keyof typeof headers;

const headerRefs = (...names: readonly Header[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const rateLimitHeaderNames: readonly Header[] = ['RateLimit', 'RateLimit-Policy'];

export const successHeaders = (route: Route) =>
  headerRefs(
    'CN-Ignored-Fields',
    ...(isPublic(route) ? [] : rateLimitHeaderNames),
    ...(isReplayable(route) ? (['Idempotent-Replay'] as const) : []),
    ...(route.isFile ? (['Content-Disposition'] as const) : []),
  );

const isReplayable = (route: Route): boolean => takesIdempotencyKey(route) && route.unstored !== 'response';

const headersByStatus: Readonly<Record<number, readonly Header[] | undefined>> = {
  429: ['Retry-After', ...rateLimitHeaderNames],
  503: ['Retry-After'],
};

export function errorHeaders(status: number) {
  const names = headersByStatus[status];
  return names && { headers: headerRefs(...names) };
}
