/** How a template is named by who sends it, as its field asks for it. */
export const slugFieldProps = {
  required: true,
  pattern: '[a-z0-9\\-]{1,100}',
  hint: 'a–z, 0–9 and hyphens. Sends name it, so it stays.',
} as const;
