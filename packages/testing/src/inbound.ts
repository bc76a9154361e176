import parseAddresses from 'nodemailer/lib/addressparser';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { ControlClient } from './control-client.ts';
import type { OutboxEmail } from './outbox.ts';

/** The result of a check by SES. */
export type Verdict = 'PASS' | 'FAIL' | 'GRAY' | 'PROCESSING_FAILED';

/** The results of the checks by SES. Default: `PASS`. Null leaves a result out. */
export type Verdicts = Partial<Record<'spam' | 'virus' | 'spf' | 'dkim' | 'dmarc', Verdict | null>>;

interface Envelope {
  verdicts?: Verdicts;
}

/** An email to a workspace, described by its parts. */
export interface InboundMail extends Envelope {
  /** The sender, such as `Kim <kim@example.com>`. */
  from: string;
  /** The recipients. Those on domains of the runtime receive the email. */
  to: string | readonly string[];
  cc?: string | readonly string[];
  reply_to?: string;
  subject?: string;
  text?: string;
  html?: string;
  attachments?: readonly {
    filename: string;
    /** Text or bytes, not base64. */
    content: string | Uint8Array;
    /** Default: derived from the file name. */
    content_type?: string;
  }[];
  /** The email that this one replies to: an email of the outbox, or a Message-ID with its angle brackets. */
  in_reply_to?: OutboxEmail | string;
  /** More headers, by name. */
  headers?: Record<string, string>;
}

/** An email to a workspace, byte for byte. */
export interface RawInboundMail extends Envelope {
  /** The headers and the body, with `\r\n` line ends. */
  raw: string | Uint8Array;
  /** The addresses of the envelope (RCPT TO). */
  recipients: string | readonly string[];
  /** The sender of the envelope (MAIL FROM). Default: empty, as in a bounce. */
  mail_from?: string;
}

/** Delivers the email to the service through its receipt rule. Throws a `ControlError` if no recipient matches. */
export async function deliverInbound(
  control: ControlClient,
  mail: InboundMail | RawInboundMail,
): Promise<{ receipt_id: string }> {
  const { raw, recipients, mail_from: mailFrom = '', verdicts } = 'raw' in mail ? mail : await compose(mail);
  const query = new URLSearchParams({ mail_from: mailFrom });
  for (const recipient of [recipients].flat()) query.append('rcpt', recipient);
  for (const [name, verdict] of Object.entries({ ...allPass, ...verdicts }))
    if (verdict !== null) query.set(name, verdict);
  const bytes = typeof raw === 'string' ? new TextEncoder().encode(raw) : Uint8Array.from(raw);
  return (await control.postMail(`/inbound?${query.toString()}`, bytes)) as { receipt_id: string };
}

const allPass: Verdicts = { spam: 'PASS', virus: 'PASS', spf: 'PASS', dkim: 'PASS', dmarc: 'PASS' };

async function compose(mail: InboundMail): Promise<RawInboundMail> {
  const { from, to, cc = [], reply_to: replyTo, attachments = [], verdicts } = mail;
  const inReplyTo =
    typeof mail.in_reply_to === 'object' ? mail.in_reply_to.headers['message-id'] : mail.in_reply_to;
  const composer = new MailComposer({
    from,
    to: [...[to].flat()],
    cc: [...[cc].flat()],
    ...(replyTo !== undefined && { replyTo }),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    ...(inReplyTo !== undefined && { inReplyTo, references: inReplyTo }),
    headers: mail.headers ?? {},
    newline: 'windows',
    attachments: attachments.map(({ filename, content, content_type: contentType }) => ({
      filename,
      content: Buffer.from(content as Uint8Array),
      contentType,
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    raw: await composer.compile().build(),
    mail_from: addressesIn([from])[0] ?? '',
    recipients: addressesIn([to, cc].flat()),
    ...(verdicts && { verdicts }),
  };
}

const addressesIn = (mailboxes: readonly string[]): string[] =>
  mailboxes.flatMap((mailbox) => parseAddresses(mailbox, { flatten: true })).map(({ address }) => address);
