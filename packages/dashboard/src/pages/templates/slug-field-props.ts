/** Props of the field for a slug, by which sends name a template. */
export const slugFieldProps = {
  required: true,
  pattern: '[a-z0-9\\-]{1,100}',
  hint: 'a–z, 0–9 and hyphens. Sends refer to it, so it cannot be changed.',
} as const;
