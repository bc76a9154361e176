/** The `*` and `?` wildcards of IAM as a regular expression. */
export function wildcardPattern(text: string, flags = ''): RegExp {
  const source = text
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, `s${flags}`);
}
