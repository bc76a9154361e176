/** The props of the slug field. Sends refer to a template by its slug. */
export const slugFieldProps = {
  required: true,
  pattern: '[a-z0-9\\-]{1,100}',
  hint: 'a–z, 0–9 and hyphens. Sends refer to the slug, so it cannot be changed.',
} as const;
