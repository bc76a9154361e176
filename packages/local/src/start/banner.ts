import type { RuntimeDescription } from './seed';

/** What `npm start` prints when everything answers. */
export function banner({ api, console, smtp, key, domains }: RuntimeDescription): string {
  return `
Carrier Nest is running.

  Open     ${console}
  API      ${api}
  Control  ${console}/control
  SMTP     ${smtp.host}:${smtp.port}

Send a first mail:

  curl ${api}/v1/emails \\
    -H 'Authorization: Bearer ${key}' \\
    -H 'Content-Type: application/json' \\
    -d '{"from":"Desk <desk@${domains.transactional}>","to":"kim@example.com","subject":"Hello","text":"It works."}'

Then see it in your browser, at ${console}

Ctrl-C stops everything; the data stays.
`;
}
