import { createHmac, randomUUID } from 'node:crypto';

const timeoutMs = 10_000;

/** Posts the event as the service posts webhooks, but only once. Returns the status or the error. */
export async function forwardEvent(
  { url, secret }: { url: string; secret: string },
  event: object,
): Promise<string> {
  const body = JSON.stringify(event);
  const seconds = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'CarrierNest-Webhooks/1',
        'X-CN-Delivery': randomUUID(),
        'X-CN-Signature': `t=${seconds},v1=${signature}`,
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
