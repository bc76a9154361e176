/** A path with its values. */
export interface ApiPath {
  parts: readonly string[];
  values: readonly (string | number)[];
}

export const apiPath = (parts: TemplateStringsArray, ...values: (string | number)[]): ApiPath => ({
  parts,
  values,
});

/** The path of the request. A value is encoded, so that it stays within its segment. */
export const encodeApiPath = ({ parts, values }: ApiPath): string =>
  parts.reduce((path, part, index) => path + encodeSegment(values[index - 1]) + part);

/** The path without its values, which may be email addresses. */
export const describeApiPath = ({ parts }: ApiPath): string => parts.join('…');

/** An empty segment would lead to another operation. So would dots, which a URL removes. */
function encodeSegment(value: string | number | undefined): string {
  const text = String(value ?? '');
  if (text === '' || text === '.' || text === '..')
    throw new TypeError(`Not a valid ID: ${JSON.stringify(text)}`);
  return encodeURIComponent(text);
}
