import type { Service } from './service';

/** The raw parts of a message: one header per line, then the body. */
export interface MailParts {
  from?: string;
  to?: string;
  subject?: string;
  messageId?: string;
  inReplyTo?: string;
  references?: string;
  date?: string;
  /** Additional header lines, which are added unchanged. */
  headers?: readonly string[];
  body?: string;
}

export const rawMail = (parts: MailParts = {}): string => {
  const { headers = [], body = 'Thanks!\r\n' } = parts;
  const namedHeaders = [
    ['From', parts.from ?? 'Kim <kim@example.com>'],
    ['To', parts.to],
    ['Subject', parts.subject],
    ['Message-ID', parts.messageId],
    ['In-Reply-To', parts.inReplyTo],
    ['References', parts.references],
    ['Date', parts.date],
  ].flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
  return [...namedHeaders, ...headers, '', body].join('\r\n');
};

/** The verdicts of SES on a message, and the recipients of the message. */
export interface InboundEnvelope {
  recipients: string | readonly string[];
  mailFrom?: string;
  spam?: string;
  virus?: string;
  spf?: string;
  dkim?: string;
  dmarc?: string;
}

/** Delivers the message through the receipt rule. */
export async function deliverInboundMail(
  service: Service,
  { recipients, mailFrom = 'kim@example.com', ...verdicts }: InboundEnvelope,
  raw: string | Buffer,
): Promise<{ receipt_id: string }> {
  const query = new URLSearchParams({ mail_from: mailFrom, ...verdicts });
  for (const address of [recipients].flat()) query.append('rcpt', address);
  const response = await fetch(`${service.metadata.console}/control/inbound?${query.toString()}`, {
    method: 'POST',
    headers: { 'Content-Type': 'message/rfc822' },
    body: raw,
  });
  if (response.status !== 202) throw new Error(`${response.status} ${await response.text()}`);
  return (await response.json()) as { receipt_id: string };
}
