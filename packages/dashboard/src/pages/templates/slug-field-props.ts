/** The props of the slug field. Sends refer to a template by its slug. */
export const slugFieldProps = {
  required: true,
  pattern: '[a-z0-9\\-]{1,100}',
  hint: 'Use a–z, 0–9 and hyphens. The slug cannot be changed, because sends refer to it.',
} as const;
