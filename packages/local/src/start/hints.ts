import type { HttpResponse } from '../gateway/gateway-response';

/** What the service may not say, since it knows nothing of this machine: how to do here what it refuses. */
const hints = [
  {
    messagePart: 'url: must be a public http or https address',
    hint: (consoleOrigin: string) =>
      `To receive webhooks on this machine, give a public name to your port, and that name to the endpoint:

  curl -X PUT ${consoleOrigin}/control/hosts/hooks.acme.example \\
    -H 'Content-Type: application/json' -d '{"to":"127.0.0.1:9999"}'

  {"url":"http://hooks.acme.example/", …}
`,
  },
];

/** Says it in the terminal, where the developer looks next. */
export function printHints(consoleOrigin: string): (response: HttpResponse) => void {
  return ({ status, body }) => {
    if (status < 400) return;
    const matchingHint = hints.find(({ messagePart }) => body.includes(messagePart));
    if (matchingHint) process.stderr.write(matchingHint.hint(consoleOrigin));
  };
}
