import { InvalidArgumentError } from './errors.ts';

/** A request path, split into literal parts and values. */
export interface ApiPath {
  parts: readonly string[];
  values: readonly (string | number)[];
}

export const apiPath = (parts: TemplateStringsArray, ...values: (string | number)[]): ApiPath => ({
  parts,
  values,
});

/** Returns the path of the request. Encodes each value, so that the value stays within its segment. */
export const encodeApiPath = ({ parts, values }: ApiPath): string =>
  parts.reduce((path, part, index) => path + encodeSegment(values[index - 1]) + part);

/** Returns the path without its values, because a value may be an email address. */
export const describeApiPath = ({ parts }: ApiPath): string => parts.join('…');

/**
 * Refuses empty segments and dot segments. URL parsers remove such segments, so the path would lead to another
 * operation.
 */
function encodeSegment(value: string | number | undefined): string {
  const text = String(value ?? '');
  if (text === '' || text === '.' || text === '..')
    throw new InvalidArgumentError(`Not a valid ID: ${JSON.stringify(text)}`);
  return encodeURIComponent(text);
}
