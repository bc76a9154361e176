/** The permissions of a credential. */
export const scopes = [
  'emails:send',
  'emails:read',
  'domains:read',
  'domains:write',
  'contacts:read',
  'contacts:write',
  'broadcasts:read',
  'broadcasts:write',
  'webhooks:read',
  'webhooks:write',
  'threads:read',
  'templates:read',
  'templates:write',
] as const;

export type Scope = (typeof scopes)[number];

export const isScope = (text: string): text is Scope => scopes.some((scope) => scope === text);

/** The scopes that a key that is limited to an inbox can hold (IB-14). */
export const limitedKeyScopes: readonly Scope[] = [
  'emails:send',
  'emails:read',
  'threads:read',
  'templates:read',
  'webhooks:read',
];
