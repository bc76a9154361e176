import { randomBytes } from 'node:crypto';
import { AwsError } from '../aws/stand-in';
import type { Clock } from '../clock/clock';
import { bareAddress, domainOf } from '../mime/addresses';
import { findHeader, readHeaders } from '../mime/headers';
import type { ReceiptRuleSpec } from '../template/deployment';
import { publishBestEffort, type Publish } from './event-publisher';
import { describeHeaders, truncateHeaders } from './ses-events';

export type Verdict = 'PASS' | 'FAIL' | 'GRAY' | 'PROCESSING_FAILED';

/** The verdicts of SES's checks. The notification omits undefined verdicts. */
export interface Verdicts {
  spam?: Verdict | undefined;
  virus?: Verdict | undefined;
  spf?: Verdict | undefined;
  dkim?: Verdict | undefined;
  dmarc?: Verdict | undefined;
  /** The DMARC policy of the sender's domain, if the DMARC check fails: `none`, `quarantine` or `reject`. */
  dmarcPolicy?: string | undefined;
}

export interface IncomingMail {
  /** Empty for the null return path. */
  mailFrom: string;
  rcpts: string[];
  /** Stored byte for byte. */
  raw: Buffer;
  verdicts: Verdicts;
  /** Set if a Received header already contains the id. */
  receiptId?: string;
}

export interface MailReceiverOptions {
  clock: Clock;
  rules: ReceiptRuleSpec[];
  /** Writes an object. The object is on disk when the function returns. */
  putObject: (bucket: string, key: string, body: Buffer) => unknown;
  publish: Publish;
}

/** The size limit of SES's S3 action. */
export const incomingBytesMax = 41_943_040;

/** Receives mail. Every matching rule stores the message and publishes to its topic, if the topic allows SES. */
export class MailReceiver {
  constructor(private readonly options: MailReceiverOptions) {}

  /** Resolves to the receipt id. Throws `AwsError('MessageTooLarge')` or `AwsError('NoReceiptRule')`. */
  async receive(mail: IncomingMail): Promise<string> {
    if (mail.raw.length > incomingBytesMax)
      throw new AwsError('MessageTooLarge', 'The email is larger than 40 MB', 413);
    const matching = this.matches(mail.rcpts);
    if (matching.length === 0)
      throw new AwsError('NoReceiptRule', 'No receipt rule matches a recipient', 404);

    const receiptId = mail.receiptId ?? newReceiptId();
    for (const { rule, recipients } of matching) {
      this.store(rule, mail, receiptId);
      await publishBestEffort(this.notify(rule, recipients, mail, receiptId));
    }
    return receiptId;
  }

  /**
   * Tests each rule with a setup message, as SES does for a new rule. Throws `AwsError` if the rule's topic refuses the
   * notification.
   */
  async validateRules(): Promise<void> {
    for (const rule of this.options.rules) {
      const recipient = rule.recipients[0] ?? 'recipient@example.com';
      const [mail, receiptId] = [setupMail(recipient), 'AMAZON_SES_SETUP_NOTIFICATION'];
      this.store(rule, mail, receiptId);
      await this.notify(rule, [recipient], mail, receiptId);
    }
  }

  /** Whether a rule matches this address. */
  accepts(rcpt: string): boolean {
    return this.matches([rcpt]).length > 0;
  }

  private matches(rcpts: string[]): { rule: ReceiptRuleSpec; recipients: string[] }[] {
    const all = this.options.rules.map((rule) => ({
      rule,
      recipients: rcpts.filter((rcpt) => ruleMatches(rule, rcpt)),
    }));
    return all.filter(({ recipients }) => recipients.length > 0);
  }

  private store(rule: ReceiptRuleSpec, mail: IncomingMail, receiptId: string): void {
    this.options.putObject(rule.s3.bucketName, objectKeyOf(rule, receiptId), mail.raw);
  }

  private async notify(
    rule: ReceiptRuleSpec,
    recipients: string[],
    mail: IncomingMail,
    receiptId: string,
  ): Promise<void> {
    if (rule.s3.topicArn === undefined) return;

    const timestamp = new Date(this.options.clock.now()).toISOString();
    const action = {
      type: 'S3',
      topicArn: rule.s3.topicArn,
      bucketName: rule.s3.bucketName,
      objectKeyPrefix: rule.s3.prefix,
      objectKey: objectKeyOf(rule, receiptId),
    };
    const receipt = {
      timestamp,
      processingTimeMillis: 1,
      recipients,
      ...presentVerdicts(mail.verdicts),
      action,
    };
    const notification = {
      notificationType: 'Received',
      mail: describeMail(mail, receiptId, timestamp),
      receipt,
    };
    await this.options.publish(rule.arn, rule.s3.topicArn, JSON.stringify(notification));
  }
}

const objectKeyOf = ({ s3 }: ReceiptRuleSpec, receiptId: string): string => `${s3.prefix}${receiptId}`;

function setupMail(recipient: string): IncomingMail {
  const lines = [
    'From: Amazon Web Services <no-reply-aws@amazon.com>',
    `To: ${recipient}`,
    'Subject: Amazon SES Setup Notification',
    'Message-ID: <AMAZON_SES_SETUP_NOTIFICATION>',
    '',
    'Amazon SES delivers mail to this bucket.',
    '',
  ];
  return {
    mailFrom: 'no-reply-aws@amazon.com',
    rcpts: [recipient],
    raw: Buffer.from(lines.join('\r\n')),
    verdicts: {},
  };
}

/** Creates an id of 40 base-32 characters, like the ids of SES. */
export function newReceiptId(): string {
  const digits = [...randomBytes(40)].map((byte) => (byte % 32).toString(32));
  return digits.join('');
}

function ruleMatches(rule: ReceiptRuleSpec, rcpt: string): boolean {
  return (
    rule.recipients.length === 0 || rule.recipients.some((entry) => entryMatches(entry.toLowerCase(), rcpt))
  );
}

/** A rule's recipient is an address, a domain, or `.domain` for all subdomains. */
function entryMatches(entry: string, rcpt: string): boolean {
  if (entry.includes('@')) return bareAddress(rcpt).toLowerCase() === entry;
  return entry.startsWith('.') ? domainOf(rcpt).endsWith(entry) : domainOf(rcpt) === entry;
}

function presentVerdicts({ dmarcPolicy, ...verdicts }: Verdicts): Record<string, unknown> {
  const statuses: Record<string, Verdict | undefined> = verdicts;
  const reported = Object.entries(statuses).filter(([, status]) => status !== undefined);
  const entries = reported.map(([name, status]) => [`${name}Verdict`, { status }] as const);
  return { ...Object.fromEntries(entries), ...(dmarcPolicy === undefined ? {} : { dmarcPolicy }) };
}

function describeMail(mail: IncomingMail, receiptId: string, timestamp: string): Record<string, unknown> {
  const all = readHeaders(mail.raw);
  const messageId = findHeader(all, 'message-id');
  return {
    timestamp,
    source: mail.mailFrom,
    messageId: receiptId,
    destination: mail.rcpts,
    ...truncateHeaders(all),
    commonHeaders: {
      ...describeHeaders(all),
      returnPath: mail.mailFrom,
      ...(messageId === undefined ? {} : { messageId }),
    },
  };
}
