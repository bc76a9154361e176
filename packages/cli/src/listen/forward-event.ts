import { randomUUID } from 'node:crypto';
import { signatureHeader } from '../../../../shared/domain/platform/webhooks/sign';

const timeoutMs = 10_000;

/** Posts the event as the service posts webhooks, but only once. Returns the status or the error. */
export async function forwardEvent(
  { url, secret }: { url: string; secret: string },
  event: object,
): Promise<string> {
  const body = JSON.stringify(event);
  const seconds = Math.floor(Date.now() / 1000);
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'CarrierNest-Webhooks/1',
        'X-CN-Delivery': randomUUID(),
        'X-CN-Signature': signatureHeader(body, secret, seconds),
      },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return `${response.status}`;
  } catch (error) {
    return error instanceof Error ? causeOf(error) : String(error);
  }
}

/** `fetch` hides the reason in the cause. */
const causeOf = ({ cause, message }: Error): string => (cause instanceof Error ? cause.message : message);
