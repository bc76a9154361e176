import { Command } from '../../parts/copy';
import { useLocalSession } from '../../session/session';

const exampleCode = `import { verifyWebhook } from '@carrier-nest/sdk';

// If this throws a WebhookVerificationError, respond with 400 and ignore the event.
const event = await verifyWebhook({
  body, // the raw bytes, not the parsed JSON
  signature: request.headers['x-cn-signature'],
  secret: process.env.WEBHOOK_SECRET, // whsec_…
});`;

/** Explains how a receiver verifies that a request comes from the service. */
export function VerificationHelp() {
  const local = useLocalSession();
  return (
    <details className="stack">
      <summary>How to verify a signature</summary>
      <p className="lead">
        Verify each request, because any client can post to your URL, but only the service can sign. An event
        can arrive twice with the same X-CN-Delivery. Respond with 2xx within ten seconds.
      </p>
      <Command text={exampleCode} itemLabel="signature verification code" />
      {local?.control && (
        <p className="quiet">
          If you advanced the local clock, pass its time from /control/clock as now, in milliseconds.
        </p>
      )}
    </details>
  );
}
