import type { HttpResponse } from '../gateway/gateway-response';

/** Local workarounds for errors of the service. The service's own messages cannot mention the local runtime. */
const hints = [
  {
    messagePart: 'url: must be a public http or https address',
    hint: (consoleOrigin: string) =>
      `To receive webhooks on this machine, give your port a public host name and use it in the endpoint's URL:

  curl -X PUT ${consoleOrigin}/control/hosts/hooks.acme.example \\
    -H 'Content-Type: application/json' -d '{"to":"127.0.0.1:9999"}'

  {"url":"http://hooks.acme.example/", …}
`,
  },
];

/** Prints the hint for an error response in the terminal. */
export function printHints(consoleOrigin: string): (response: HttpResponse) => void {
  return ({ status, body }) => {
    if (status < 400) return;
    const matchingHint = hints.find(({ messagePart }) => body.includes(messagePart));
    if (matchingHint) process.stderr.write(matchingHint.hint(consoleOrigin));
  };
}
