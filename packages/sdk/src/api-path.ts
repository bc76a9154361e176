/** A path with values in it. */
export interface ApiPath {
  parts: readonly string[];
  values: readonly (string | number)[];
}

export const apiPath = (parts: TemplateStringsArray, ...values: (string | number)[]): ApiPath => ({
  parts,
  values,
});

/** The path as it is sent: what a value says stays within its part. */
export const encodeApiPath = ({ parts, values }: ApiPath): string =>
  parts.reduce((path, part, index) => path + encodeSegment(values[index - 1]) + part);

/** The path without its values, which may be addresses of people. */
export const describeApiPath = ({ parts }: ApiPath): string => parts.join('…');

/** An empty one would lead to another operation, and so would dots, which a URL takes away. */
function encodeSegment(value: string | number | undefined): string {
  const text = String(value ?? '');
  if (text === '' || text === '.' || text === '..') throw new TypeError(`Not an id: ${JSON.stringify(text)}`);
  return encodeURIComponent(text);
}
