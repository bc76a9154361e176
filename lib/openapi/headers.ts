import { isPublic, takesIdempotencyKey, type Route } from '../../shared/http/route';

/** The `components.headers`: what an answer says beside its body. */
export const headers = {
  'Content-Disposition': {
    description: 'The name of the file, in ASCII and in full.',
    schema: { type: 'string' },
    example: `attachment; filename="slip.pdf"; filename*=UTF-8''slip.pdf`,
  },
  'Idempotent-Replay': {
    description: 'This is the stored answer of an earlier request with the same Idempotency-Key.',
    schema: { const: 'true' },
    example: 'true',
  },
  RateLimit: {
    description: 'How many requests the credential has left in this minute, and how many seconds that has.',
    schema: { type: 'string' },
    example: '"minute";r=599;t=42',
  },
  'RateLimit-Policy': {
    description: 'How many requests a minute the credential may make.',
    schema: { type: 'string' },
    example: '"minute";q=600;w=60',
  },
  'Retry-After': {
    description: 'How many seconds to wait before the next request.',
    schema: { type: 'integer', minimum: 0 },
    example: 5,
  },
  'WWW-Authenticate': {
    description: 'What kind of credential is asked for.',
    schema: { const: 'Bearer' },
    example: 'Bearer',
  },
};

type Header = keyof typeof headers;

const refer = (...names: readonly Header[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const allowance: readonly Header[] = ['RateLimit', 'RateLimit-Policy'];

export const headersOfSuccess = (route: Route) =>
  refer(
    ...(isPublic(route) ? [] : allowance),
    ...(isStored(route) ? (['Idempotent-Replay'] as const) : []),
    ...(route.isFile ? (['Content-Disposition'] as const) : []),
  );

const isStored = (route: Route): boolean =>
  takesIdempotencyKey(route) && route.idempotency !== 'never-stored';

const ofRefusals: Readonly<Record<number, readonly Header[] | undefined>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After', ...allowance],
  503: ['Retry-After'],
};

export function headersOfRefusal(status: number) {
  const names = ofRefusals[status];
  return names && { headers: refer(...names) };
}
