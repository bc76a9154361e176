import { comparableAddress } from '../text/address';

interface PathParameter {
  description: string;
  schema: object;
  read: (text: string) => string;
}

const keepAsIs = (text: string): string => text;

/** The description and the parser of every path parameter, shared by all routes. */
export const pathParameters: Readonly<Record<string, PathParameter>> = {
  id: {
    description:
      'The ID of the record. If you pass a name or an address instead, the 404 response contains the ID.',
    schema: { type: 'string', format: 'uuid' },
    read: keepAsIs,
  },
  message_id: {
    description: 'The ID of a received message.',
    schema: { type: 'string', format: 'uuid' },
    read: keepAsIs,
  },
  index: {
    description: 'The position of the attachment in the message, from 0.',
    schema: { type: 'integer', minimum: 0 },
    read: keepAsIs,
  },
  email: {
    description: 'The email address. Letter case is ignored.',
    schema: { type: 'string' },
    read: comparableAddress,
  },
  slug: { description: 'The slug of the template.', schema: { type: 'string' }, read: keepAsIs },
  contact_id: {
    description: 'The ID of the contact, not the email address.',
    schema: { type: 'string', format: 'uuid' },
    read: keepAsIs,
  },
  key: {
    description: 'The key of the topic or contact property.',
    schema: { type: 'string' },
    read: keepAsIs,
  },
  token: {
    description: 'The signed token from a link in an email',
    schema: { type: 'string' },
    read: keepAsIs,
  },
  'file+': {
    description: 'A page or file of the dashboard',
    schema: { type: 'string' },
    read: keepAsIs,
  },
  'proxy+': { description: 'Any other path', schema: { type: 'string' }, read: keepAsIs },
};

/** The parameter names in a path: `id` in `/v1/emails/{id}`. */
export type PathParameterName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameterName<Rest>
  : never;

/** Decodes and parses the path parameters of a request. */
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
