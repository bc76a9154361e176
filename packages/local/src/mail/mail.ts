import { join } from 'node:path';
import { AwsError } from '../aws/service';
import { ConfigurationSets } from '../aws/sesv2/configuration-sets';
import { Identities } from '../aws/sesv2/identities';
import { Outbox } from '../aws/sesv2/outbox';
import { SesV2 } from '../aws/sesv2/sesv2';
import type { Clock } from '../clock/clock';
import { domainOf } from '../mime/addresses';
import type { Resolver } from '../network/resolver';
import type { ReceiptRuleSpec } from '../template/deployment';
import { Carrier } from './carrier';
import { eventFor, type EventParams } from './event-params';
import { EventPublisher, type Publish } from './event-publisher';
import { Receiving } from './receiving';
import { SmtpFront } from './smtp';

export interface MailOptions {
  clock: Clock;
  dataDir: string;
  region: string;
  accountId: string;
  receiptRules: ReceiptRuleSpec[];
  /** The names of the configuration sets that the template creates. */
  configurationSets: string[];
  publish: Publish;
  putObject: (bucket: string, key: string, body: Buffer) => unknown;
  resolver: Resolver;
  /** Asked for each mail, so that `PATCH /control/settings` works at once. */
  autoDelivery: () => boolean;
}

/** The mail provider: its API, its outbox, what it reports, what it receives, and its SMTP server. */
export class Mail {
  readonly ses: SesV2;
  readonly outbox: Outbox;
  readonly events: EventPublisher;
  readonly receiving: Receiving;
  readonly identities: Identities;
  readonly configurationSets: ConfigurationSets;
  readonly smtp: SmtpFront;
  private readonly carrier: Carrier;

  constructor(private readonly options: MailOptions) {
    const { clock, dataDir, resolver, publish } = options;
    const receivesFor = (address: string) => this.receivesFor(address);
    this.identities = new Identities({ ...options, dataDir: join(dataDir, 'identities') });
    this.configurationSets = new ConfigurationSets(join(dataDir, 'sets'), options.configurationSets);
    this.outbox = new Outbox(join(dataDir, 'outbox'));
    this.events = new EventPublisher(options, this.configurationSets, publish);
    this.receiving = new Receiving({ ...options, rules: options.receiptRules });
    this.carrier = new Carrier({ ...options, ...this.parts(), receivesFor });
    this.ses = new SesV2({ ...options, ...this.parts(), carry: (record) => this.carrier.carry(record) });
    this.smtp = new SmtpFront({
      clock,
      region: options.region,
      resolver,
      receiving: this.receiving,
      receivesFor,
    });
  }

  /** Publishes what a killed runtime had accepted but not published. */
  resume(): Promise<void> {
    return this.carrier.resume();
  }

  /** `POST /control/outbox/{id}/events`. Throws `AwsError` `NotFound` and `BadRequest`. */
  async publishFor(providerMessageId: string, params: EventParams): Promise<void> {
    const record = this.outbox.find(providerMessageId);
    if (!record) throw new AwsError('NotFound', `No mail ${providerMessageId} in the outbox`, 404);
    const sent = this.carrier.sentMail(record);
    await this.carrier.publish(sent, eventFor(sent, params, this.options.clock.now()));
  }

  close(): void {
    this.outbox.close();
    this.identities.close();
    this.configurationSets.close();
  }

  /** SES takes mail for verified domains, if a receipt rule wants it. */
  private async receivesFor(address: string): Promise<boolean> {
    return this.receiving.accepts(address) && (await this.identities.isVerified(domainOf(address)));
  }

  private parts() {
    const { outbox, events, receiving, identities, configurationSets } = this;
    return { outbox, events, receiving, identities, configurationSets };
  }
}
