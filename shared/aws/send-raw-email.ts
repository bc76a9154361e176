import { errorCode } from '../core/error-code';
import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';

/**
 * SES has no idempotency token, so the SDK must not retry. If SES does not respond, the call times out well before the
 * function does.
 */
const client = new SESv2Client({
  maxAttempts: 1,
  // `RawEmail.timeoutMs` overrides the request timeout. The connection timeout covers one lost first packet, which TCP
  // sends again after a second, so that such a loss does not end the call with an unknown outcome.
  requestHandler: { requestTimeout: 8_000, throwOnRequestTimeout: true, connectionTimeout: 3_100 },
});

export interface RawEmail {
  raw: Uint8Array;
  to: readonly string[];
  cc: readonly string[];
  bcc: readonly string[];
  configurationSet: string;
  tags: readonly { name: string; value: string }[];
  /** How long to wait for the response of SES, in ms. The default is eight seconds. */
  timeoutMs?: number;
}

/**
 * The result of a call to SES. `unknown` means that SES may have accepted the email, so the service must not retry
 * automatically.
 */
export type SesSendResult =
  | { kind: 'accepted'; providerMessageId: string }
  | { kind: 'throttled'; reason: string }
  | { kind: 'unavailable'; reason: string }
  | { kind: 'refused'; reason: string }
  | { kind: 'unknown'; reason: string };

const throttlingBackoffsMs = [250, 500, 1_000];

/** Submits an email to SES. Retries throttled calls for up to two seconds (docs/architecture.md). */
export async function sendRawEmail(email: RawEmail): Promise<SesSendResult> {
  let outcome = await sendOnce(email);
  for (const backoffMs of throttlingBackoffsMs) {
    if (outcome.kind !== 'throttled') return outcome;
    await new Promise((resolve) => setTimeout(resolve, backoffMs));
    outcome = await sendOnce(email);
  }
  return outcome;
}

async function sendOnce(email: RawEmail): Promise<SesSendResult> {
  try {
    const { MessageId } = await client.send(
      new SendEmailCommand({
        Content: { Raw: { Data: email.raw } },
        Destination: { ToAddresses: [...email.to], CcAddresses: [...email.cc], BccAddresses: [...email.bcc] },
        ConfigurationSetName: email.configurationSet,
        EmailTags: email.tags.map(({ name, value }) => ({ Name: name, Value: value })),
      }),
      email.timeoutMs === undefined ? {} : { requestTimeout: email.timeoutMs },
    );
    return { kind: 'accepted', providerMessageId: MessageId ?? '' };
  } catch (error) {
    return classifyError(error);
  }
}

const throttlingErrors = [
  'TooManyRequestsException',
  'ThrottlingException',
  'Throttling',
  'LimitExceededException',
];

/**
 * Errors caused by the account, the domain or our credentials, not by this email. SES accepts no email until the cause
 * is fixed, so emails stay pending. Marking them as failed would lose every email that is due in the meantime.
 */
const accountErrors = [
  'AccountSuspendedException',
  'AccountSendingPausedException',
  'ConfigurationSetSendingPausedException',
  'SendingPausedException',
  'AccessDenied',
  'AccessDeniedException',
  'ExpiredTokenException',
  'IncompleteSignatureException',
  'InvalidClientTokenId',
  'InvalidSignatureException',
  'MailFromDomainNotVerifiedException',
  // The configuration set does not exist, because it is deleted with the domain.
  'NotFoundException',
  'SignatureDoesNotMatch',
  'UnrecognizedClientException',
];

/** Errors that mean that the request did not reach SES. */
const connectionErrors = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'];

function classifyError(error: unknown): SesSendResult {
  if (!(error instanceof Error)) throw error;
  // The SDK adds the HTTP status to errors that it creates from SES responses.
  const { $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } };
  // Uses only the name of the error, because the reason is logged and SES's message may contain an address.
  const reason = error.name;
  if (throttlingErrors.includes(error.name) || connectionErrors.includes(errorCode(error)))
    return { kind: 'throttled', reason };
  if (accountErrors.includes(error.name)) return { kind: 'unavailable', reason };
  const status = $metadata?.httpStatusCode ?? 0;
  return { kind: status >= 400 && status < 500 ? 'refused' : 'unknown', reason };
}
