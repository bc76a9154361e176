/**
 * Verifies the requests that Carrier Nest makes to your webhook endpoint. It needs nothing but Node: import it, or
 * copy this file. What the fields say and when events are sent: docs/webhooks.md.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

export interface WebhookRequest {
  /** The body as it came, byte for byte: JSON that was parsed and written again has another signature. */
  body: string | Uint8Array;
  /** The header X-CN-Signature. */
  signature: string | readonly string[] | null | undefined;
  /** `whsec_…`; several while one endpoint replaces another at the same URL. */
  secret: string | readonly string[];
  /** How far the signature's time may be from yours. */
  toleranceSeconds?: number;
  /** Your time in ms. */
  now?: number;
}

/** The event, once it is certain that the service signed it. Throws a WebhookVerificationError otherwise. */
export function verifyWebhook({
  body,
  signature,
  secret,
  toleranceSeconds = 300,
  now = Date.now(),
}: WebhookRequest): WebhookEvent {
  const { t, v1 } = readSignature(signature);
  const expected = secretsOf(secret).map((one) =>
    createHmac('sha256', one).update(`${t}.`).update(body).digest(),
  );
  const isSigned = v1.some((given) =>
    expected.some((one) => timingSafeEqual(one, Buffer.from(given, 'hex'))),
  );
  if (!isSigned) throw new WebhookVerificationError('wrong_signature');
  // Only now is it known that the time is the service's.
  refuseOtherTimes(Math.floor(now / 1000) - Number(t), toleranceSeconds);
  return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body));
}

const explanations = {
  no_signature: 'There is no X-CN-Signature header',
  malformed_signature: 'The X-CN-Signature header is not t=<seconds>,v1=<64 hex digits>',
  wrong_signature: 'The signature is not of this body and this secret',
  too_old: 'The signature is too old: a repeated request, or a clock that is ahead',
  in_the_future: 'The signature is from the future: a clock is behind',
};

export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  readonly reason: keyof typeof explanations;

  constructor(reason: keyof typeof explanations) {
    super(explanations[reason]);
    this.reason = reason;
  }
}

/** Parts of other names are for later versions, and several v1 for several keys. */
function readSignature(header: WebhookRequest['signature']): { t: string; v1: string[] } {
  const text = typeof header === 'string' ? header : (header ?? []).join(',');
  if (text.trim() === '') throw new WebhookVerificationError('no_signature');
  const parts = text.split(',').map((part) => part.trim());
  const valuesOf = (name: string): string[] =>
    parts.filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1));
  const [t = '', ...otherTimes] = valuesOf('t');
  const v1 = valuesOf('v1').filter((value) => /^[0-9a-f]{64}$/.test(value));
  if (!/^\d{1,12}$/.test(t) || otherTimes.length > 0 || v1.length === 0)
    throw new WebhookVerificationError('malformed_signature');
  return { t, v1 };
}

/** An empty secret, from a variable that is not set, would let everybody sign. */
function secretsOf(secret: WebhookRequest['secret']): readonly string[] {
  const secrets = typeof secret === 'string' ? [secret] : secret;
  if (secrets.length === 0 || secrets.some((one) => !one.startsWith('whsec_')))
    throw new TypeError('The secret of a webhook endpoint begins with whsec_');
  return secrets;
}

function refuseOtherTimes(ageSeconds: number, toleranceSeconds: number): void {
  if (Math.abs(ageSeconds) <= toleranceSeconds) return;
  throw new WebhookVerificationError(ageSeconds < 0 ? 'in_the_future' : 'too_old');
}

/** What a request tells: `switch (event.type)` leaves the fields of that type. */
export type WebhookEvent = SentMailEvent | InboundEvent;

/** Something happened to a mail that you sent. */
export type SentMailEvent = ClickEvent | (SentMailFields & { type: UnclickedType; link: null });

type UnclickedType =
  'send' | 'delivery' | 'bounce' | 'complaint' | 'reject' | 'open' | 'rendering_failure' | 'delivery_delay';

export interface ClickEvent extends SentMailFields {
  type: 'click';
  /** Where the link leads. */
  link: string;
}

interface SentMailFields {
  /** The `id` that the send answered. */
  message_id: string;
  /** The id that SES gave it. */
  provider_message_id: string | null;
  broadcast_id: string | null;
  variant: string | null;
  /** Addresses without names. */
  to: string[];
  subject: string;
  /** ISO 8601, UTC. */
  occurred_at: string;
}

/** A mail arrived on one of your domains. */
export interface InboundEvent {
  type: 'inbound';
  /** Answer it with `reply_to_message_id`. */
  id: string;
  thread_id: string;
  /** In lower case, without a name. No proof of who wrote: that is `sender_authenticated`. */
  from: string;
  to: string[];
  subject: string;
  /** What the person wrote, without the quotes below it. */
  text: string;
  received_at: string;
  spam_verdict: string | null;
  spf_verdict: string | null;
  dkim_verdict: string | null;
  dmarc_verdict: string | null;
  sender_authenticated: boolean;
  /** A machine wrote it, such as an out-of-office answer. */
  automated: boolean | null;
}
