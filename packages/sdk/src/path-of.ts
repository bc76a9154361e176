/** A path whose values stand between slashes as they are: each is encoded. */
export function pathOf(parts: TemplateStringsArray, ...values: (string | number)[]): string {
  return parts.reduce((path, part, index) => path + encoded(values[index - 1]) + part);
}

/** An empty one would lead to another operation, and so would dots, which a URL takes away. */
function encoded(value: string | number | undefined): string {
  const text = String(value ?? '');
  if (text === '' || text === '.' || text === '..') throw new TypeError(`Not an id: ${JSON.stringify(text)}`);
  return encodeURIComponent(text);
}
