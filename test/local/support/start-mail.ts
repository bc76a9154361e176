import { join } from 'node:path';
import {
  CreateConfigurationSetCommand,
  CreateConfigurationSetEventDestinationCommand,
  CreateEmailIdentityCommand,
  GetEmailIdentityCommand,
  SendEmailCommand,
  SESv2Client,
  type EventType,
  type SendEmailCommandInput,
} from '@aws-sdk/client-sesv2';
import { S3 } from '../../../packages/local/src/aws/s3/s3';
import { Clock } from '../../../packages/local/src/clock/clock';
import { MailProvider } from '../../../packages/local/src/mail/mail-provider';
import { serveMailStandIn } from './serve-mail-stand-in';
import { MemoryZone } from './memory-zone';

export const eventTopic = 'arn:aws:sns:us-east-1:111122223333:mail-events';
export const inboundTopic = 'arn:aws:sns:us-east-1:111122223333:inbound';
const inboundRule = 'arn:aws:ses:us-east-1:111122223333:receipt-rule-set/own:receipt-rule/inbound';
export const inboundBucket = 'inbound';

/** Every event type that the service subscribes to. */
const eventTypes: EventType[] = [
  'SEND',
  'REJECT',
  'BOUNCE',
  'COMPLAINT',
  'DELIVERY',
  'OPEN',
  'CLICK',
  'RENDERING_FAILURE',
  'DELIVERY_DELAY',
];

export interface PublishedMessage {
  topicArn: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- JSON of many shapes, compared as a whole
  message: any;
}

export type StartedMail = Awaited<ReturnType<typeof startMail>>;

/** Starts the simulated SES on a folder and collects the messages it publishes. */
export async function startMail(dataDir: string, zone = new MemoryZone(), ruleRecipients: string[] = []) {
  const clock = new Clock();
  const published: PublishedMessage[] = [];
  /** The setup notifications of SES, which are not JSON. */
  const setupNotices: { topicArn: string; text: string }[] = [];
  const settings = { autoDelivery: true };
  const s3 = new S3({
    clock,
    dataDir: join(dataDir, 's3'),
    buckets: [{ name: inboundBucket, arn: `arn:aws:s3:::${inboundBucket}`, expirations: [] }],
  });
  const mail = new MailProvider({
    clock,
    dataDir: join(dataDir, 'mail'),
    region: 'us-east-1',
    accountId: '111122223333',
    receiptRules: [
      {
        name: 'inbound',
        arn: inboundRule,
        recipients: ruleRecipients,
        s3: { bucketName: inboundBucket, prefix: 'raw/', topicArn: inboundTopic },
      },
    ],
    configurationSets: ['from-template'],
    publish: (_sourceArn, topicArn, message) => {
      if (message.startsWith('{')) published.push({ topicArn, message: JSON.parse(message) });
      else setupNotices.push({ topicArn, text: message });
      return Promise.resolve();
    },
    putObject: (bucket, key, body) => s3.put(bucket, key, body),
    resolver: zone,
    autoDelivery: () => settings.autoDelivery,
  });
  const server = await serveMailStandIn(mail.ses);
  const client = sesClient(server.endpoint);
  const close = async () => {
    client.destroy();
    await server.close();
    mail.close();
    s3.close();
    clock.stop();
  };
  return {
    clock,
    published,
    notices: setupNotices,
    settings,
    s3,
    mail,
    zone,
    client,
    endpoint: server.endpoint,
    close,
  };
}

export function sesClient(endpoint: string): SESv2Client {
  return new SESv2Client({
    endpoint,
    region: 'us-east-1',
    maxAttempts: 1,
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  });
}

/** Publishes the CNAMEs of an identity in the zone. */
export function publishDkim(zone: MemoryZone, domain: string, tokens: string[]): void {
  for (const token of tokens) {
    zone.set(`${token}._domainkey.${domain}`, { CNAME: [`${token}.dkim.amazonses.com`] });
  }
}

/** Creates a verified domain whose configuration set `set-<domain>` publishes every event to the topic. */
export async function addDomain({ client, zone }: StartedMail, domain: string): Promise<string> {
  const name = `set-${domain.replaceAll('.', '-')}`;
  await client.send(new CreateConfigurationSetCommand({ ConfigurationSetName: name }));
  await client.send(
    new CreateConfigurationSetEventDestinationCommand({
      ConfigurationSetName: name,
      EventDestinationName: 'events',
      EventDestination: {
        Enabled: true,
        MatchingEventTypes: eventTypes,
        SnsDestination: { TopicArn: eventTopic },
      },
    }),
  );
  const created = await client.send(
    new CreateEmailIdentityCommand({ EmailIdentity: domain, ConfigurationSetName: name }),
  );
  publishDkim(zone, domain, created.DkimAttributes?.Tokens ?? []);
  await client.send(new GetEmailIdentityCommand({ EmailIdentity: domain }));
  return name;
}

export async function sendRaw(
  { client }: StartedMail,
  overrides: Partial<SendEmailCommandInput> & { raw?: string } = {},
): Promise<string> {
  const { raw, ...input } = overrides;
  const response = await client.send(
    new SendEmailCommand({
      FromEmailAddress: 'Desk <desk@mail.acme.test>',
      Destination: { ToAddresses: ['kim@shop.test'] },
      Content: { Raw: { Data: Buffer.from(raw ?? buildRawMail()) } },
      ...input,
    }),
  );
  return response.MessageId ?? '';
}

export function buildRawMail(lines: string[] = []): string {
  return [
    'From: Desk <desk@mail.acme.test>',
    'To: kim@shop.test',
    'Subject: Parcel',
    'Message-ID: <ours@mail.acme.test>',
    ...lines,
    'MIME-Version: 1.0',
    'Content-Type: text/plain',
    '',
    'On its way.',
    '',
  ].join('\r\n');
}
