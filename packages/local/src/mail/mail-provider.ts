import { join } from 'node:path';
import { AwsError } from '../aws/stand-in';
import { ConfigurationSets } from '../aws/sesv2/configuration-sets';
import { Identities } from '../aws/sesv2/identities';
import { Outbox } from '../aws/sesv2/outbox';
import { SesV2 } from '../aws/sesv2/sesv2';
import type { Clock } from '../clock/clock';
import { domainOf } from '../mime/addresses';
import type { Resolver } from '../network/resolver';
import type { ReceiptRuleSpec } from '../template/deployment';
import { DeliverySimulator } from './delivery-simulator';
import { buildEvent, type EventParams } from './build-event';
import { EventPublisher, type Publish } from './event-publisher';
import { MailReceiver } from './mail-receiver';
import { InboundSmtpServer } from './inbound-smtp-server';

export interface MailProviderOptions {
  clock: Clock;
  dataDir: string;
  region: string;
  accountId: string;
  receiptRules: ReceiptRuleSpec[];
  /** The names of the template's configuration sets. */
  configurationSets: string[];
  publish: Publish;
  putObject: (bucket: string, key: string, body: Buffer) => unknown;
  resolver: Resolver;
  /** The resolver for the checks of mail that arrives by SMTP. */
  smtpResolver?: Resolver;
  /** A function, so that `PATCH /control/settings` takes effect on the next email. */
  autoDelivery: () => boolean;
}

/** The simulated SES: its API, outbox, events, receiving and SMTP server. */
export class MailProvider {
  readonly ses: SesV2;
  readonly outbox: Outbox;
  readonly events: EventPublisher;
  readonly receiving: MailReceiver;
  readonly identities: Identities;
  readonly configurationSets: ConfigurationSets;
  readonly smtp: InboundSmtpServer;
  private readonly deliverySimulator: DeliverySimulator;

  constructor(private readonly options: MailProviderOptions) {
    const { clock, dataDir, resolver, smtpResolver = resolver, publish } = options;
    const receivesMailFor = (address: string) => this.receivesMailFor(address);
    this.identities = new Identities({ ...options, dataDir: join(dataDir, 'identities') });
    this.configurationSets = new ConfigurationSets(join(dataDir, 'sets'), options.configurationSets);
    this.outbox = new Outbox(join(dataDir, 'outbox'));
    this.events = new EventPublisher(options, this.configurationSets, publish);
    this.receiving = new MailReceiver({ ...options, rules: options.receiptRules });
    this.deliverySimulator = new DeliverySimulator({ ...options, ...this.components(), receivesMailFor });
    this.ses = new SesV2({
      ...options,
      ...this.components(),
      onAccepted: (record) => this.deliverySimulator.deliver(record),
    });
    this.smtp = new InboundSmtpServer({
      clock,
      region: options.region,
      resolver: smtpResolver,
      receiving: this.receiving,
      receivesMailFor,
    });
  }

  /** Publishes the missing events of emails that a killed runtime had accepted. */
  resume(): Promise<void> {
    return this.deliverySimulator.resume();
  }

  /**
   * Handles `POST /control/outbox/{id}/events`. Throws `AwsError('NotFound')` if the outbox has no such email, and
   * `AwsError('BadRequest')` if a parameter is invalid.
   */
  async publishEventFor(providerMessageId: string, params: EventParams): Promise<void> {
    const record = this.outbox.find(providerMessageId);
    if (!record) throw new AwsError('NotFound', `The outbox has no email ${providerMessageId}`, 404);
    const sent = this.deliverySimulator.sentMail(record);
    await this.deliverySimulator.publish(sent, buildEvent(sent, params, this.options.clock.now()));
  }

  close(): void {
    this.outbox.close();
    this.identities.close();
    this.configurationSets.close();
  }

  /** SES receives mail for verified domains that a receipt rule matches. */
  private async receivesMailFor(address: string): Promise<boolean> {
    return this.receiving.accepts(address) && (await this.identities.isVerified(domainOf(address)));
  }

  private components() {
    const { outbox, events, receiving, identities, configurationSets } = this;
    return { outbox, events, receiving, identities, configurationSets };
  }
}
