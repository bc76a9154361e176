import { InvalidArgumentError } from './errors.ts';
import type { InboundEvent, SentMailEvent as AnySentMailEvent } from './schemas.ts';

export type { InboundEvent };

export interface WebhookRequest {
  /** The unparsed body, byte for byte. JSON that was parsed and serialized again has a different signature. */
  body: string | Uint8Array;
  /** The header X-CN-Signature. */
  signature: string | readonly string[] | null | undefined;
  /**
   * The signing secret, `whsec_…`. While a new endpoint replaces an old endpoint at the same URL, give both secrets.
   */
  secret: string | readonly string[];
  /** The maximum difference between the time of the signature and your time. Default: 300. */
  toleranceSeconds?: number;
  /** Your current time in ms. */
  now?: number;
}

/** Returns the event if the service signed it. Throws a `WebhookVerificationError` otherwise. */
export async function verifyWebhook({
  body,
  signature,
  secret,
  toleranceSeconds = 300,
  now = Date.now(),
}: WebhookRequest): Promise<WebhookEvent> {
  const { t, v1 } = parseSignature(signature);
  const bytes = typeof body === 'string' ? encodeUtf8(body) : body;
  const signedPayload = concatBytes(encodeUtf8(`${t}.`), bytes);
  const verifications = await Promise.all(
    listSecrets(secret).map((candidate) => hasValidSignature(candidate, signedPayload, v1)),
  );
  if (!verifications.includes(true)) throw new WebhookVerificationError('wrong_signature');
  // The time can be trusted only after the signature is verified.
  refuseStaleTimestamp(Math.floor(now / 1000) - Number(t), toleranceSeconds);
  // The service signed the body, so the body is an event.
  return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent;
}

/** Uses Web Crypto, which compares in constant time and is available in every runtime. */
async function hasValidSignature(
  secret: string,
  signedPayload: Bytes,
  signatures: readonly Bytes[],
): Promise<boolean> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encodeUtf8(secret), algorithm, false, ['verify']);
  const verified = await Promise.all(
    signatures.map((signature) => crypto.subtle.verify('HMAC', key, signature, signedPayload)),
  );
  return verified.includes(true);
}

type Bytes = ReturnType<typeof encodeUtf8>;

const encodeUtf8 = (text: string) => new TextEncoder().encode(text);

function concatBytes(first: Uint8Array, second: Uint8Array): Bytes {
  const combined = new Uint8Array(first.length + second.length);
  combined.set(first);
  combined.set(second, first.length);
  return combined;
}

const reasonMessages = {
  no_signature: 'There is no X-CN-Signature header',
  malformed_signature: 'The X-CN-Signature header is not t=<seconds>,v1=<64 hex digits>',
  wrong_signature: 'The signature does not match the body and the secret',
  too_old: 'The signature is too old, because the request is a replay or your clock is ahead',
  in_the_future: 'The signature is from the future, because your clock is behind',
};

/**
 * Thrown if the request is not from the service or is too old, or if a clock is wrong. Respond with 400 and ignore the
 * request.
 */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  readonly reason: keyof typeof reasonMessages;

  constructor(reason: keyof typeof reasonMessages) {
    super(reasonMessages[reason]);
    this.reason = reason;
  }
}

/**
 * Ignores parts with other names, which are reserved for later versions. Each `v1` part is a signature with one secret.
 */
function parseSignature(header: WebhookRequest['signature']): { t: string; v1: Bytes[] } {
  const text = typeof header === 'string' ? header : (header ?? []).join(',');
  if (text.trim() === '') throw new WebhookVerificationError('no_signature');
  const parts = text.split(',').map((part) => part.trim());
  const partValues = (name: string): string[] =>
    parts.filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1));
  const [t = '', ...extraTimes] = partValues('t');
  const v1 = partValues('v1').filter((value) => /^[0-9a-f]{64}$/.test(value));
  if (!/^\d{1,12}$/.test(t) || extraTimes.length > 0 || v1.length === 0)
    throw new WebhookVerificationError('malformed_signature');
  return { t, v1: v1.map(decodeHex) };
}

const decodeHex = (hex: string): Bytes =>
  Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));

/** Refuses an empty secret, such as from an unset variable, because any client could sign with it. */
function listSecrets(secret: WebhookRequest['secret']): readonly string[] {
  const secrets = typeof secret === 'string' ? [secret] : secret;
  if (secrets.length === 0 || secrets.some((candidate) => !candidate.startsWith('whsec_')))
    throw new InvalidArgumentError('The secret of a webhook endpoint must begin with whsec_');
  return secrets;
}

function refuseStaleTimestamp(ageSeconds: number, toleranceSeconds: number): void {
  if (Math.abs(ageSeconds) <= toleranceSeconds) return;
  throw new WebhookVerificationError(ageSeconds < 0 ? 'in_the_future' : 'too_old');
}

/** The event of a webhook request. `switch (event.type)` narrows the event to the fields of that type. */
export type WebhookEvent = SentMailEvent | InboundEvent;

/** An event of an email that you sent. */
export type SentMailEvent = ClickEvent | (AnySentMailEvent & { type: NonClickType; link: null });

/** The event of a recipient's click on a link in the email. */
export type ClickEvent = AnySentMailEvent & { type: 'click'; link: string };

type NonClickType = Exclude<AnySentMailEvent['type'], 'click'>;
