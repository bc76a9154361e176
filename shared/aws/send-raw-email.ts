import { errorCode } from '../core/error-code';
import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';

/**
 * SES has no idempotency token, so the SDK must not retry by itself, and a call that does not answer ends
 * well within the function's time.
 */
const client = new SESv2Client({
  maxAttempts: 1,
  // As AWS's standard mode has it: a first packet that is lost is sent again after a second, and no mail is unknown for it.
  requestHandler: { requestTimeout: 8_000, throwOnRequestTimeout: true, connectionTimeout: 3_100 },
});

export interface RawEmail {
  raw: Uint8Array;
  to: readonly string[];
  cc: readonly string[];
  bcc: readonly string[];
  configurationSet: string;
  tags: readonly { name: string; value: string }[];
}

/** What the provider said. `unknown`: it may have taken the mail, so nobody may send it again unasked. */
export type SesSendResult =
  | { kind: 'accepted'; providerMessageId: string }
  | { kind: 'throttled'; reason: string }
  | { kind: 'unavailable'; reason: string }
  | { kind: 'refused'; reason: string }
  | { kind: 'unknown'; reason: string };

const throttlingBackoffsMs = [250, 500, 1_000];

/** Hands a mail to SES. Throttling is waited out inside two seconds (docs/architecture.md). */
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
 * What is wrong with the account, the domain or our credentials, not with this mail: none leaves now, and each is as good
 * as before once it is mended. Failing them would lose all that is due meanwhile.
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
  // The configuration set is gone: it stands beside its domain, and is deleted with it.
  'NotFoundException',
  'SignatureDoesNotMatch',
  'UnrecognizedClientException',
];

/** Refused connections never reached the provider. */
const connectionErrors = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'];

function classifyError(error: unknown): SesSendResult {
  if (!(error instanceof Error)) throw error;
  // The SDK adds the HTTP status to the errors that it makes from SES's answers.
  const { $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } };
  // The name alone: the provider's own words may hold an address, and this is logged.
  const reason = error.name;
  if (throttlingErrors.includes(error.name) || connectionErrors.includes(errorCode(error)))
    return { kind: 'throttled', reason };
  if (accountErrors.includes(error.name)) return { kind: 'unavailable', reason };
  const status = $metadata?.httpStatusCode ?? 0;
  return { kind: status >= 400 && status < 500 ? 'refused' : 'unknown', reason };
}
