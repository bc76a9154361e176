import type { Identities } from '../aws/sesv2/identities';
import { recipientsOf, type Outbox, type OutboxRecord } from '../aws/sesv2/outbox';
import { domainOf } from '../mime/addresses';
import { findHeader, readHeaders, replaceHeaders } from '../mime/headers';
import type { EventPublisher } from './event-publisher';
import { feedbackMail } from './feedback';
import { outOfOfficeReply } from './out-of-office';
import type { MailReceiver } from './mail-receiver';
import * as ses from './ses-events';
import type { SentMail, SesEvent } from './ses-events';
import { simulatedOutcome, type SimulatedOutcome } from './simulator';

export interface DeliverySimulatorOptions {
  region: string;
  accountId: string;
  outbox: Outbox;
  identities: Identities;
  events: EventPublisher;
  receiving: MailReceiver;
  /** Whether this account receives mail for the address. */
  receivesMailFor: (address: string) => Promise<boolean>;
  /** Whether SES reports a Delivery event for recipients outside the simulator. */
  autoDelivery: () => boolean;
}

/**
 * Simulates the delivery of an accepted email: events, SES simulator addresses, and mail to the account's own domains.
 */
export class DeliverySimulator {
  constructor(private readonly options: DeliverySimulatorOptions) {}

  /** Delivers an email. May run again for the same email after a crash, so events can repeat, as on AWS. */
  async deliver(record: OutboxRecord): Promise<void> {
    const sent = this.sentMail(record);
    await this.publish(sent, ses.sendEvent(sent));
    for (const group of deliveryGroups(record)) await this.publishOutcome(sent, group);
    await this.returnLocalMail(sent);
    this.options.outbox.markDelivered(record.provider_message_id);
  }

  /** Delivers the emails whose delivery a killed runtime had not finished. */
  async resume(): Promise<void> {
    for (const record of this.options.outbox.listUndelivered()) await this.deliver(record);
  }

  /** Publishes an event of the email and forwards feedback. */
  async publish(sent: SentMail, event: SesEvent): Promise<void> {
    await this.options.events.publishEvent(event, sent.record.configuration_set);
    await this.forwardFeedback(sent, event);
  }

  sentMail(record: OutboxRecord): SentMail {
    const { outbox, region, accountId } = this.options;
    return { record, raw: outbox.raw(record.provider_message_id) ?? Buffer.alloc(0), region, accountId };
  }

  private async publishOutcome(sent: SentMail, { outcome, recipients }: DeliveryGroup): Promise<void> {
    if (outcome === undefined && !this.options.autoDelivery()) return;
    for (const event of eventsOf(sent, recipients, outcome ?? 'delivered')) await this.publish(sent, event);
    if (outcome === 'replied') await this.sendOutOfOfficeReplies(sent, recipients);
  }

  private async sendOutOfOfficeReplies(sent: SentMail, recipients: string[]): Promise<void> {
    for (const recipient of recipients) {
      await this.deliverToSelf(outOfOfficeReply(sent, recipient));
    }
  }

  private async forwardFeedback(sent: SentMail, event: SesEvent): Promise<void> {
    const feedback = feedbackMail(sent, event);
    if (feedback && this.options.identities.forwardsFeedback(sent.record.from))
      await this.deliverToSelf(feedback);
  }

  /** Receives an email that SES generates. Drops emails that are not addressed to this account. */
  private async deliverToSelf({ to, raw }: { to: string; raw: Buffer }): Promise<void> {
    if (!(await this.options.receivesMailFor(to))) return;
    await this.options.receiving.receive({ mailFrom: '', rcpts: [to], raw, verdicts: passingVerdicts });
  }

  private async returnLocalMail(sent: SentMail): Promise<void> {
    const rcpts: string[] = [];
    for (const recipient of recipientsOf(sent.record)) {
      if (await this.options.receivesMailFor(recipient)) rcpts.push(recipient);
    }
    if (rcpts.length === 0) return;

    const mailFrom = `${sent.record.provider_message_id}@amazonses.com`;
    const raw = withAuthenticationResults(sent, mailFrom);
    await this.options.receiving.receive({ mailFrom, rcpts, raw, verdicts: passingVerdicts });
  }
}

const passingVerdicts = { spam: 'PASS', virus: 'PASS', spf: 'PASS', dkim: 'PASS', dmarc: 'PASS' } as const;

interface DeliveryGroup {
  outcome: SimulatedOutcome | undefined;
  recipients: string[];
}

/** Groups recipients by domain, because SES delivers to each receiving domain and reports on it separately. */
function deliveryGroups(record: OutboxRecord): DeliveryGroup[] {
  const groups = new Map<string, DeliveryGroup>();
  for (const recipient of recipientsOf(record)) {
    const outcome = simulatedOutcome(recipient);
    const key = `${outcome} ${domainOf(recipient)}`;
    const group = groups.get(key) ?? { outcome, recipients: [] };
    groups.set(key, { outcome, recipients: [...group.recipients, recipient] });
  }
  return [...groups.values()];
}

/** Builds the events with times one millisecond apart, so that their order is defined. */
function eventsOf(sent: SentMail, recipients: string[], outcome: SimulatedOutcome): SesEvent[] {
  const acceptedAt = Date.parse(sent.record.at);
  const [first, second] = [new Date(acceptedAt + 1), new Date(acceptedAt + 2)];
  if (outcome === 'bounced') return [ses.bounceEvent(sent, { ...hardBounce, recipients, at: first })];
  if (outcome === 'suppressed')
    return [ses.bounceEvent(sent, { ...suppressedBounce, recipients, at: first })];

  const delivery = ses.deliveryEvent(sent, recipients, first);
  if (outcome !== 'complained') return [delivery];
  const complaint = {
    recipients,
    at: second,
    feedbackType: 'abuse',
    userAgent: 'Amazon SES Mailbox Simulator',
  };
  return [delivery, ses.complaintEvent(sent, complaint)];
}

const hardBounce = {
  bounceType: 'Permanent',
  bounceSubType: 'General',
  status: '5.1.1',
  diagnosticCode: 'smtp; 550 5.1.1 user unknown',
};

const suppressedBounce = {
  bounceType: 'Permanent',
  bounceSubType: 'Suppressed',
  status: '5.1.1',
  diagnosticCode:
    'Amazon SES has suppressed sending to this address because it has a recent history of bouncing as an invalid address.',
};

/** Adds the results of SES's own checks. SES signs the emails that it sends, so all checks pass. */
function withAuthenticationResults({ record, raw }: SentMail, mailFrom: string): Buffer {
  const from = domainOf(findHeader(readHeaders(raw), 'from') ?? record.from);
  const results = [
    'amazonses.com',
    `spf=pass (spfCheck: domain of amazonses.com designates 127.0.0.1 as permitted sender) client-ip=127.0.0.1`,
    `envelope-from=${mailFrom}`,
    'helo=a1-1.smtp-out.amazonses.com',
    `dkim=pass header.i=@${from}`,
    `dmarc=pass header.from=${from};`,
  ];
  return replaceHeaders(
    raw,
    [],
    [
      { name: 'Return-Path', value: `<${mailFrom}>` },
      { name: 'Authentication-Results', value: results.join(';\r\n ') },
    ],
  );
}
