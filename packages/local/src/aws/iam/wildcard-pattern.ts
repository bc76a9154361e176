/** The `*` and `?` wildcards of IAM as a regular expression. */
export function wildcardPattern(text: string): RegExp {
  const source = text
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`);
}
