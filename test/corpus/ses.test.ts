import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseProviderEvent } from '../../shared/domain/tracking/provider-event';
import { parseReceipt } from '../../shared/domain/conversations/inbound/receipt';
import { normalizeAddress } from '../../shared/text/mailbox';
import { parseMail } from '../../shared/text/mail/parse-mail';
import { isSenderAuthenticated } from '../../shared/text/sender-authenticated';
import known from './known/ses.json';

interface ExpectedEvent {
  recipient: string;
  sub_type: string | null;
  detail: string | null;
  occurred_at: string | null;
}

interface Expected {
  type: string | null;
  provider_message_id: string;
  first_to: string;
  events: ExpectedEvent[];
  spam_verdict: string | null;
  spf_verdict: string | null;
  dkim_verdict: string | null;
  dmarc_verdict: string | null;
  recipients: string[];
  from: string;
  sender_authenticated: boolean;
}

interface SesCase {
  file: string;
  lambda_envelope: boolean;
  expected: Expected;
}

interface SenderCase {
  from_domain: string;
  dmarc_verdict?: string | null;
  dkim_verdict?: string | null;
  authentication_results?: string;
  /** The header lines of the message, if the case has no verdicts. */
  header?: string;
  expected: { sender_authenticated: boolean };
}

interface SesNotification {
  notificationType?: string;
  eventType?: string;
  mail: { headers: { name: string; value: string }[] };
  receipt: { action: object };
}

const folder = join(process.env['CORPUS'] ?? '', 'ses');
const casesOf = <T>(file: string): T[] => (readJson(file) as { cases: T[] }).cases;
const allCases = casesOf<SesCase>('manifest.json');
const inboundCases = allCases.filter(({ file }) => file.startsWith('inbound/'));
const eventCases = allCases.filter(({ file }) => file.startsWith('events/'));
const senderCases = casesOf<SenderCase>('sender_authenticated.json').map((senderCase, index) => ({
  ...senderCase,
  name: `#${index}`,
}));
const knownFailures: Readonly<Record<string, string>> = known;

test.each(inboundCases)(
  'the inbound notification $file is parsed as the corpus expects, unless the failure is known',
  ({ file, lambda_envelope, expected }) => {
    expectUnlessKnownFailure(file, () =>
      expect(readInbound(file, lambda_envelope)).toEqual(inboundOf(expected)),
    );
  },
);

test.each(eventCases)(
  'the event $file is parsed as the corpus expects, unless the failure is known',
  ({ file, expected }) => {
    expectUnlessKnownFailure(file, () =>
      expect(readEvent(file, expected.first_to)).toEqual(eventOf(expected)),
    );
  },
);

test.each(senderCases)(
  'the sender of case $name is authenticated as the corpus expects, unless the failure is known',
  ({ name, expected, ...sender }) => {
    expectUnlessKnownFailure(`sender_authenticated.json ${name}`, () =>
      expect(isSenderAuthenticated(evidenceOf(sender))).toBe(expected.sender_authenticated),
    );
  },
);

test('every known failure is a case of the corpus', () => {
  const names = [
    ...allCases.map(({ file }) => file),
    ...senderCases.map(({ name }) => `sender_authenticated.json ${name}`),
  ];

  expect(names).toEqual(expect.arrayContaining(Object.keys(knownFailures)));
});

function expectUnlessKnownFailure(name: string, check: () => void): void {
  if (Object.hasOwn(knownFailures, name)) expect(check).toThrow();
  else check();
}

/**
 * Parses the notification in the format that the receipt rule of the service produces. Such a notification is not
 * wrapped in a Lambda event and contains the key of an S3 object.
 */
function readInbound(file: string, isLambdaEvent: boolean) {
  const json = readJson(file);
  const { mail, receipt } = isLambdaEvent ? lambdaRecord(json) : (json as SesNotification);
  const action = { type: 'S3', bucketName: 'inbound', objectKey: 'raw/1', ...s3Action(receipt.action) };
  const stored = { notificationType: 'Received', mail, receipt: { ...receipt, action } };
  const parsed = parseReceipt(JSON.stringify(stored));
  if (!parsed) throw new Error('no receipt');
  const { spam, spf, dkim, dmarc } = parsed.verdicts;
  const from = normalizeAddress(valuesOf(mail, 'from')[0]?.replace(/^.*<(.*)>$/, '$1') ?? '');
  const sender_authenticated = isSenderAuthenticated({
    fromDomain: from.split('@')[1] ?? '',
    dmarcVerdict: dmarc,
    dkimVerdict: dkim,
    authenticationResults: valuesOf(mail, 'authentication-results'),
  });
  return { recipients: parsed.recipients, spam, spf, dkim, dmarc, from, sender_authenticated };
}

const lambdaRecord = (json: unknown): SesNotification =>
  (json as { Records: { ses: SesNotification }[] }).Records[0]?.ses ?? {
    mail: { headers: [] },
    receipt: { action: {} },
  };

const s3Action = (action: object): object => ('bucketName' in action ? action : {});

const valuesOf = ({ headers }: SesNotification['mail'], headerName: string): string[] =>
  headers.filter(({ name }) => name.toLowerCase() === headerName).map(({ value }) => value);

const inboundOf = (expected: Expected) => ({
  recipients: expected.recipients,
  spam: expected.spam_verdict,
  spf: expected.spf_verdict,
  dkim: expected.dkim_verdict,
  dmarc: expected.dmarc_verdict,
  from: expected.from,
  sender_authenticated: expected.sender_authenticated,
});

/**
 * Parses the notification as if the service had sent the email. Feedback notifications and events have different
 * fields for the type.
 */
function readEvent(file: string, firstTo: string) {
  const { notificationType, ...event } = readJson(file) as SesNotification;
  const tags = { message_id: ['m1'], workspace_id: ['w1'] };
  const json = { eventType: notificationType, ...event, mail: { ...event.mail, tags } };
  const parsed = parseProviderEvent(JSON.stringify(json));
  if (!parsed) return { type: null };
  const recipients =
    parsed.recipients.length > 0 ? parsed.recipients : [{ address: firstTo, detail: parsed.detail }];
  const events = recipients.map(({ address, detail }) => ({
    recipient: normalizeAddress(address),
    sub_type: parsed.subType,
    detail,
    occurred_at: parsed.occurredAt,
  }));
  return { type: parsed.type, provider_message_id: parsed.providerMessageId, events };
}

const eventOf = ({ type, provider_message_id, events }: Expected) =>
  type === null ? { type } : { type, provider_message_id, events };

/** Returns the evidence for a sender. For a case with only headers, assumes the worst case, a DKIM pass. */
function evidenceOf({
  from_domain,
  header,
  authentication_results = '',
  ...verdicts
}: Omit<SenderCase, 'expected'>) {
  const { headers } = parseMail(
    Buffer.from(`${header ?? `Authentication-Results: ${authentication_results}`}\n\n`),
  );
  return {
    fromDomain: from_domain,
    dmarcVerdict: verdicts.dmarc_verdict ?? null,
    dkimVerdict: header === undefined ? (verdicts.dkim_verdict ?? null) : 'PASS',
    authenticationResults: headers.map(({ value }) => value),
  };
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(join(folder, file), 'utf8'));
}
