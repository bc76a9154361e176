const description = `
Sends, receives and threads mail for programs and agents. What it is and how to run it: the README of the repository.

## Requests

Bodies are JSON in UTF-8, and so are answers, but for the attachment of a received message. Names are in snake_case. Every field of an answer that is described here is always there, and null where there is nothing to say; later versions may add fields. Ids are UUIDs. Times are ISO 8601 in UTC, with milliseconds.

A credential goes into the header \`Authorization: Bearer …\`. Each operation says which scope it asks for. What belongs to another workspace does not exist for you: it is 404.

## Lists

A list is an object with \`data\`, \`has_more\` and \`next_cursor\`. Where an operation takes \`limit\` and \`cursor\`, it has pages: while \`has_more\` is true, repeat the request with the \`next_cursor\` as \`cursor\` and everything else unchanged. A page can be shorter than \`limit\` and still have more after it. Cursors are opaque, but where the operation says what they are, and one that cannot be read is the first page. Lists without these parameters come whole.

## Errors

An answer of 400 and above has the body \`{"error": {"type", "message"}}\`. \`type\` is stable and has one meaning everywhere, so branch on it; \`message\` is for people and may change. Each operation lists the types that it can answer. New types may come: then the status says what to do. A mail that is not sent because its recipients are suppressed is no error; the answer says \`skipped\`.

## Repeating a request

After a 429 or 503 wait for \`Retry-After\`, then repeat the request. After a 500 or a connection that broke, the work may be done: give a POST an \`Idempotency-Key\`, and repeating it does nothing twice. Answers below 400 are kept for 24 hours, errors are not, so a key can be used again once what was wrong is put right.

## Limits

Requests are counted by credential and minute; the headers \`RateLimit\` and \`RateLimit-Policy\` say what is left. A body has at most 5 MB, an email 15 MB, a batch 25 MB; a deployment with the preset economy takes a little under 6 MB.
`.trim();

export const info = {
  title: 'Carrier Nest',
  version: '1.0.0',
  summary: 'Email for programs and agents, in your own AWS account',
  description,
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
};

export const servers = [
  {
    url: 'https://{api}.execute-api.{region}.amazonaws.com/{stage}',
    description: 'Your deployment: the output ApiEndpoint of its stack Api',
    variables: {
      api: { default: 'a1b2c3d4e5', description: 'The id of the REST API' },
      region: { default: 'us-east-1', description: 'The AWS Region' },
      stage: { default: 'prod', description: 'The stage of the deployment' },
    },
  },
  {
    url: 'https://{distribution}.cloudfront.net',
    description: 'Your deployment with the preset full',
    variables: { distribution: { default: 'd111111abcdef8', description: 'The name of the distribution' } },
  },
  { url: 'http://127.0.0.1:3000', description: 'The local runtime: npm start' },
];
