import { comparableAddress } from '../text/address';

interface PathParameter {
  description: string;
  schema: object;
  read: (text: string) => string;
}

const keepAsIs = (text: string): string => text;

/** Every name that stands in a path: what it is, and how it is read, for all routes together. */
export const pathParameters: Readonly<Record<string, PathParameter>> = {
  id: {
    description: 'The id of the record. Where a name or an address is given instead, the 404 says the id.',
    schema: { type: 'string', format: 'uuid' },
    read: keepAsIs,
  },
  message_id: {
    description: 'The id of a received message',
    schema: { type: 'string', format: 'uuid' },
    read: keepAsIs,
  },
  index: {
    description: 'Its place in the mail, from 0',
    schema: { type: 'integer', minimum: 0 },
    read: keepAsIs,
  },
  email: {
    description: 'The address; letter case does not count',
    schema: { type: 'string' },
    read: comparableAddress,
  },
  slug: { description: 'The slug of the template', schema: { type: 'string' }, read: keepAsIs },
  contact_id: {
    description: 'The id of the contact, not their address',
    schema: { type: 'string', format: 'uuid' },
    read: keepAsIs,
  },
  key: {
    description: 'The key of the topic, or of the contact property',
    schema: { type: 'string' },
    read: keepAsIs,
  },
  token: { description: 'Signed, out of a link in a mail', schema: { type: 'string' }, read: keepAsIs },
  'file+': {
    description: 'A page of the dashboard, or a file of it',
    schema: { type: 'string' },
    read: keepAsIs,
  },
  'proxy+': { description: 'Any other path', schema: { type: 'string' }, read: keepAsIs },
};

/** The names in a path: `/v1/emails/{id}` has `id`. */
export type PathParameterName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameterName<Rest>
  : never;

/** The parameters of a request's path, decoded and read. */
export function readPathParameters(
  rawParameters: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const entries = Object.entries(rawParameters).map(([name, text]) => {
    const decoded = decode(text ?? '');
    return [name, pathParameters[name]?.read(decoded) ?? decoded] as const;
  });
  return Object.fromEntries(entries);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
