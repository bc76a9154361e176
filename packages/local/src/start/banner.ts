import { signInAddress } from '../dashboard/require-local-token';
import type { Options } from './options';
import type { RuntimeDescription } from './seed';

/** The text that the runtime prints when it is ready. */
export function banner(
  { api, console, smtp, key, domains, token }: RuntimeDescription,
  { memory }: Pick<Options, 'memory'>,
): string {
  const page = token === undefined ? console : signInAddress(console, token);
  return `
Carrier Nest is running.

  Open     ${page}
  API      ${api}
  Control  ${console}/control${token === undefined ? '' : ', with the header CN-Local-Token: ' + token}
  SMTP     ${smtp.host}:${smtp.port}

Send a first email:

  curl ${api}/v1/emails \\
    -H 'Authorization: Bearer ${key}' \\
    -H 'Content-Type: application/json' \\
    -d '{"from":"Desk <desk@${domains.transactional}>","to":"kim@example.com","subject":"Hello","text":"It works."}'

Then see it in your browser: ${page}

Ctrl-C stops the runtime and ${memory ? 'loses its database, which is in memory' : 'keeps its data'}.
`;
}
