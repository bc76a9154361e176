import { Command } from '../../parts/copy';
import { useLocalSession } from '../../session/session';

const exampleCode = `import { verifyWebhook } from '@carrier-nest/sdk';

// Throws a WebhookVerificationError: answer 400 then, and do nothing.
const event = await verifyWebhook({
  body, // the bytes as they came, not what was parsed of them
  signature: request.headers['x-cn-signature'],
  secret: process.env.WEBHOOK_SECRET, // whsec_…
});`;

/** Anybody can post to an address. */
export function VerificationHelp() {
  const local = useLocalSession();
  return (
    <details className="stack">
      <summary>How to verify a signature</summary>
      <p className="lead">
        Only the service can sign, and anybody can post: verify each request. An event can come twice, with
        the same X-CN-Delivery. Answer 2xx within ten seconds.
      </p>
      <Command text={exampleCode} itemLabel="the lines that verify a signature" />
      {local?.control && (
        <p className="quiet">
          Where the clock of this machine’s service was moved, give its time as now, in ms: it is at
          /control/clock.
        </p>
      )}
    </details>
  );
}
