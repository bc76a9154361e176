const description = `
Sends, receives and threads email for programs and agents. The README of the repository describes how to run it.

## Requests

Request and response bodies are JSON in UTF-8, except the attachments of received messages. Field names are in snake_case. Every documented field of a response is always present, and null if it has no value. Later versions may add fields. IDs are UUIDs. Times are ISO 8601 in UTC, with milliseconds. The header \`CN-Version\` of every response is the version of the service. The header \`CN-Ignored-Fields\` names the fields and parameters of the request that had no effect.

Send the credential in the header \`Authorization: Bearer …\`. Each operation names the scope that it requires. If a record belongs to another workspace, the response is 404.

## Lists

A list is an object with \`data\`, \`has_more\` and \`next_cursor\`. An operation with the parameters \`limit\` and \`cursor\` returns pages. While \`has_more\` is true, repeat the same request with \`next_cursor\` as the \`cursor\`. A page can be shorter than \`limit\` even if more pages follow. Cursors are opaque unless the operation describes them. An invalid cursor returns the first page. An operation without these parameters returns the whole list.

## Errors

A response with a status of 400 or above has the body \`{"error": {"type", "message"}}\`. \`type\` is stable and has the same meaning everywhere, so branch on \`type\`. \`message\` is for people and may change. Each operation lists its error types. Later versions may add types. For an unknown type, act on the status. If an email is not sent because its recipients are suppressed, the response is not an error, and \`skipped\` is true.

## Retries

After a 429 or 503, wait the number of seconds in \`Retry-After\`, then repeat the request. After a 500 or a broken connection, the request may have taken effect. Send each POST with an \`Idempotency-Key\`, so that a repeated request does not repeat the work. Responses below 400 are stored for 24 hours. Errors are not stored, so you can use the same key again once you have fixed the request.

## Limits

Requests are counted per credential and minute. The headers \`RateLimit\` and \`RateLimit-Policy\` give the remaining requests and the limit. A request body can have up to 5 MB. The limit is 15 MB for a request that sends an email, and 25 MB for a batch. A deployment with the preset economy accepts no body above about 6 MB.
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
    description: 'Your deployment. The URL is the ApiEndpoint output of its Api stack',
    variables: {
      api: { default: 'a1b2c3d4e5', description: 'The ID of the REST API' },
      region: { default: 'us-east-1', description: 'The AWS Region' },
      stage: { default: 'prod', description: 'The stage of the deployment' },
    },
  },
  {
    url: 'https://{distribution}.cloudfront.net',
    description: 'Your deployment, with the preset full',
    variables: { distribution: { default: 'd111111abcdef8', description: 'The name of the distribution' } },
  },
  { url: 'http://127.0.0.1:3000', description: 'The local runtime' },
];
