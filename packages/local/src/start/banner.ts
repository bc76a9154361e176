import type { RuntimeDescription } from './seed';

/** The text that the runtime prints when it is ready. */
export function banner({ api, console, smtp, key, domains }: RuntimeDescription): string {
  return `
Carrier Nest is running.

  Open     ${console}
  API      ${api}
  Control  ${console}/control
  SMTP     ${smtp.host}:${smtp.port}

Send a first email:

  curl ${api}/v1/emails \\
    -H 'Authorization: Bearer ${key}' \\
    -H 'Content-Type: application/json' \\
    -d '{"from":"Desk <desk@${domains.transactional}>","to":"kim@example.com","subject":"Hello","text":"It works."}'

Then see it in your browser: ${console}

Ctrl-C stops the runtime and keeps its data.
`;
}
