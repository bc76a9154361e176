/** A path with values in it. */
export interface Path {
  parts: readonly string[];
  values: readonly (string | number)[];
}

export const pathOf = (parts: TemplateStringsArray, ...values: (string | number)[]): Path => ({
  parts,
  values,
});

/** The path as it is sent: what a value says stays within its part. */
export const encodePath = ({ parts, values }: Path): string =>
  parts.reduce((path, part, index) => path + encoded(values[index - 1]) + part);

/** The path without its values, which may be addresses of people. */
export const describePath = ({ parts }: Path): string => parts.join('…');

/** An empty one would lead to another operation, and so would dots, which a URL takes away. */
function encoded(value: string | number | undefined): string {
  const text = String(value ?? '');
  if (text === '' || text === '.' || text === '..') throw new TypeError(`Not an id: ${JSON.stringify(text)}`);
  return encodeURIComponent(text);
}
