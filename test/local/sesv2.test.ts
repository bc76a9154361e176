import { readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import {
  CreateConfigurationSetCommand,
  CreateConfigurationSetEventDestinationCommand,
  CreateEmailIdentityCommand,
  DeleteConfigurationSetCommand,
  DeleteConfigurationSetEventDestinationCommand,
  DeleteEmailIdentityCommand,
  GetAccountCommand,
  GetConfigurationSetCommand,
  GetConfigurationSetEventDestinationsCommand,
  GetEmailIdentityCommand,
  ListEmailIdentitiesCommand,
  PutConfigurationSetTrackingOptionsCommand,
  PutEmailIdentityConfigurationSetAttributesCommand,
  PutEmailIdentityDkimAttributesCommand,
  PutEmailIdentityMailFromAttributesCommand,
  SendEmailCommand,
  UpdateConfigurationSetEventDestinationCommand,
  type SESv2Client,
  TagResourceCommand,
} from '@aws-sdk/client-sesv2';
import secondEngine from 'aws-ses-v2-local';
import {
  addDomain,
  buildRawMail,
  eventTopic,
  inboundTopic,
  publishDkim,
  sendRaw,
  sesClient,
  startMail,
  type StartedMail,
} from './support/start-mail';
import { makeTempDir } from '../support/run/run-dir';

process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';

const hourMs = 3_600_000;

let dataDir: string;
beforeEach(() => {
  dataDir = makeTempDir();
});

interface Stored {
  from: string;
  to: string[];
  subject: string;
}

interface Engine {
  client: SESv2Client;
  /** Finds the stored email with this id. */
  findStored: (messageId: string) => Promise<Stored | undefined>;
  close: () => Promise<void>;
}

const engines: Record<string, () => Promise<Engine>> = {
  ours: async () => {
    const started = await startMail(dataDir);
    await addDomain(started, 'mail.acme.test');
    const findStored = (messageId: string) => {
      const record = started.mail.outbox.find(messageId);
      const raw = started.mail.outbox.raw(messageId)?.toString() ?? '';
      return Promise.resolve(
        record && { from: record.from, to: record.to, subject: /^Subject: (.*)\r$/m.exec(raw)?.[1] ?? '' },
      );
    };
    return { client: started.client, findStored, close: started.close };
  },
  'aws-ses-v2-local': async () => {
    const server = await secondEngine({ port: 0, host: '127.0.0.1' });
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const client = sesClient(endpoint);
    const findStored = async (messageId: string) => {
      const { emails } = (await (await fetch(`${endpoint}/store`)).json()) as {
        emails: { messageId: string; from: string; destination: { to: string[] }; subject: string }[];
      };
      const email = emails.find((first) => first.messageId === messageId);
      return email && { from: email.from, to: email.destination.to, subject: email.subject };
    };
    const close = () =>
      new Promise<void>((resolve) => {
        client.destroy();
        server.close(() => resolve());
        server.closeAllConnections();
      });
    return { client, findStored, close };
  },
};

describe.each(Object.entries(engines))('SendEmail on %s', (_name, startEngine) => {
  let engine: Engine;
  beforeEach(async () => {
    engine = await startEngine();
  });
  afterEach(() => engine.close());

  test('a raw message is stored under the returned id', async () => {
    const { MessageId } = await engine.client.send(
      new SendEmailCommand({
        FromEmailAddress: 'desk@mail.acme.test',
        Destination: { ToAddresses: ['kim@shop.test'] },
        Content: { Raw: { Data: Buffer.from(buildRawMail()) } },
      }),
    );

    expect(MessageId).toBeTruthy();
    expect(await engine.findStored(MessageId ?? '')).toMatchObject({
      to: ['kim@shop.test'],
      subject: 'Parcel',
    });
  });

  test('a simple message is stored with its sender, recipients and subject', async () => {
    const { MessageId } = await engine.client.send(
      new SendEmailCommand({
        FromEmailAddress: 'desk@mail.acme.test',
        Destination: { ToAddresses: ['kim@shop.test', 'lee@shop.test'] },
        Content: { Simple: { Subject: { Data: 'Hello' }, Body: { Text: { Data: 'Hi' } } } },
      }),
    );

    expect(await engine.findStored(MessageId ?? '')).toEqual({
      from: 'desk@mail.acme.test',
      to: ['kim@shop.test', 'lee@shop.test'],
      subject: 'Hello',
    });
  });

  test('two equal messages get two ids', async () => {
    const command = new SendEmailCommand({
      FromEmailAddress: 'desk@mail.acme.test',
      Destination: { ToAddresses: ['kim@shop.test'] },
      Content: { Raw: { Data: Buffer.from(buildRawMail()) } },
    });

    const [first, second] = await Promise.all([engine.client.send(command), engine.client.send(command)]);

    expect(first.MessageId).not.toBe(second.MessageId);
  });
});

describe('SES features of the local implementation only', () => {
  let ses: StartedMail;
  beforeEach(async () => {
    ses = await startMail(dataDir);
  });
  afterEach(() => ses.close());

  const createIdentity = async (domain: string) => {
    const created = await ses.client.send(new CreateEmailIdentityCommand({ EmailIdentity: domain }));
    return created.DkimAttributes?.Tokens ?? [];
  };
  const getIdentity = (domain: string) =>
    ses.client.send(new GetEmailIdentityCommand({ EmailIdentity: domain }));
  const dkimStatus = async (domain: string) => (await getIdentity(domain)).DkimAttributes?.Status;
  const topicDestination = (types: ('SEND' | 'BOUNCE')[]) => ({
    Enabled: true,
    MatchingEventTypes: types,
    SnsDestination: { TopicArn: eventTopic },
  });

  test('a new identity has three DKIM tokens and is pending', async () => {
    const tokens = await createIdentity('mail.acme.test');

    expect(new Set(tokens).size).toBe(3);
    expect(await getIdentity('mail.acme.test')).toMatchObject({
      IdentityType: 'DOMAIN',
      VerifiedForSendingStatus: false,
      DkimAttributes: { Status: 'PENDING', Tokens: tokens, SigningHostedZone: 'dkim.amazonses.com' },
    });
  });

  test('the status is SUCCESS as soon as all three CNAMEs exist, and not before', async () => {
    const tokens = await createIdentity('mail.acme.test');
    publishDkim(ses.zone, 'mail.acme.test', tokens.slice(0, 2));
    expect(await dkimStatus('mail.acme.test')).toBe('PENDING');

    publishDkim(ses.zone, 'mail.acme.test', tokens);

    expect(await getIdentity('mail.acme.test')).toMatchObject({
      VerifiedForSendingStatus: true,
      DkimAttributes: { Status: 'SUCCESS' },
    });
  });

  test('CNAMEs that point elsewhere do not verify the domain', async () => {
    const tokens = await createIdentity('mail.acme.test');
    for (const token of tokens) {
      ses.zone.set(`${token}._domainkey.mail.acme.test`, { CNAME: ['other.dkim.amazonses.com'] });
    }

    expect(await dkimStatus('mail.acme.test')).toBe('PENDING');
  });

  test('a domain without records fails after 72 hours, and recovers when the records are published', async () => {
    const tokens = await createIdentity('mail.acme.test');
    ses.clock.jumpTo(ses.clock.now() + 73 * hourMs);
    expect(await dkimStatus('mail.acme.test')).toBe('FAILED');

    publishDkim(ses.zone, 'mail.acme.test', tokens);

    expect(await dkimStatus('mail.acme.test')).toBe('SUCCESS');
  });

  test('a verified domain that loses its records has a temporary failure, and fails after 72 hours', async () => {
    await addDomain(ses, 'mail.acme.test');
    ses.zone.failure = 'ESERVFAIL';
    expect(await dkimStatus('mail.acme.test')).toBe('TEMPORARY_FAILURE');
    await expect(sendRaw(ses)).resolves.toBeTruthy();

    ses.zone.failure = 'ENOTFOUND';
    ses.clock.jumpTo(ses.clock.now() + 73 * hourMs);

    expect(await dkimStatus('mail.acme.test')).toBe('FAILED');
    await expect(sendRaw(ses)).rejects.toMatchObject({ name: 'MessageRejected' });
  });

  test('an identity that is deleted and recreated gets new tokens', async () => {
    const before = await createIdentity('mail.acme.test');
    await ses.client.send(new DeleteEmailIdentityCommand({ EmailIdentity: 'mail.acme.test' }));

    const after = await createIdentity('mail.acme.test');

    expect(after).not.toEqual(before);
  });

  test('the MAIL FROM domain fails after 72 hours without an MX, and then succeeds only when it is set again', async () => {
    await createIdentity('mail.acme.test');
    const setMailFrom = () =>
      ses.client.send(
        new PutEmailIdentityMailFromAttributesCommand({
          EmailIdentity: 'mail.acme.test',
          MailFromDomain: 'bounce.mail.acme.test',
        }),
      );
    const status = async () => (await getIdentity('mail.acme.test')).MailFromAttributes?.MailFromDomainStatus;
    await setMailFrom();
    expect(await status()).toBe('PENDING');
    ses.clock.jumpTo(ses.clock.now() + 73 * hourMs);
    expect(await status()).toBe('FAILED');

    ses.zone.set('bounce.mail.acme.test', {
      MX: [{ exchange: 'feedback-smtp.us-east-1.amazonses.com.', priority: 10 }],
    });
    expect(await status()).toBe('FAILED');
    await setMailFrom();

    expect(await status()).toBe('SUCCESS');
  });

  test('with REJECT_MESSAGE, no email is sent before the MAIL FROM domain is verified', async () => {
    await addDomain(ses, 'mail.acme.test');
    await ses.client.send(
      new PutEmailIdentityMailFromAttributesCommand({
        EmailIdentity: 'mail.acme.test',
        MailFromDomain: 'bounce.mail.acme.test',
        BehaviorOnMxFailure: 'REJECT_MESSAGE',
      }),
    );

    await expect(sendRaw(ses)).rejects.toMatchObject({ name: 'MailFromDomainNotVerifiedException' });
  });

  test('identity settings are stored', async () => {
    await createIdentity('mail.acme.test');
    await ses.client.send(
      new PutEmailIdentityConfigurationSetAttributesCommand({
        EmailIdentity: 'mail.acme.test',
        ConfigurationSetName: 'from-template',
      }),
    );
    await ses.client.send(
      new PutEmailIdentityDkimAttributesCommand({ EmailIdentity: 'mail.acme.test', SigningEnabled: false }),
    );

    expect(await getIdentity('mail.acme.test')).toMatchObject({
      ConfigurationSetName: 'from-template',
      DkimAttributes: { SigningEnabled: false },
    });
  });

  test('a configuration set stores its options and event destinations', async () => {
    const name = { ConfigurationSetName: 'one' };
    const destination = { ...name, EventDestinationName: 'events' };
    const destinations = async () => {
      const response = await ses.client.send(new GetConfigurationSetEventDestinationsCommand(name));
      return response.EventDestinations;
    };
    await ses.client.send(
      new CreateConfigurationSetCommand({ ...name, SuppressionOptions: { SuppressedReasons: [] } }),
    );
    await ses.client.send(
      new PutConfigurationSetTrackingOptionsCommand({ ...name, CustomRedirectDomain: 'link.acme.test' }),
    );
    await ses.client.send(
      new CreateConfigurationSetEventDestinationCommand({
        ...destination,
        EventDestination: topicDestination(['SEND']),
      }),
    );
    await ses.client.send(
      new UpdateConfigurationSetEventDestinationCommand({
        ...destination,
        EventDestination: topicDestination(['BOUNCE']),
      }),
    );

    expect(await ses.client.send(new GetConfigurationSetCommand(name))).toMatchObject({
      SuppressionOptions: { SuppressedReasons: [] },
      TrackingOptions: { CustomRedirectDomain: 'link.acme.test' },
    });
    expect(await destinations()).toEqual([{ Name: 'events', ...topicDestination(['BOUNCE']) }]);

    await ses.client.send(new DeleteConfigurationSetEventDestinationCommand(destination));
    expect(await destinations()).toEqual([]);
    await ses.client.send(new DeleteConfigurationSetCommand(name));
    await expect(destinations()).rejects.toMatchObject({ name: 'NotFoundException' });
  });

  test('SES announces a new destination to its topic once, in plain text', async () => {
    const name = await addDomain(ses, 'mail.acme.test');
    const destination = {
      ConfigurationSetName: name,
      EventDestinationName: 'events',
      EventDestination: topicDestination(['SEND']),
    };
    const duplicate = ses.client.send(new CreateConfigurationSetEventDestinationCommand(destination));
    await expect(duplicate).rejects.toMatchObject({ name: 'AlreadyExistsException' });

    expect(ses.notices).toEqual([
      {
        topicArn: eventTopic,
        text: 'Successfully validated SNS topic for Amazon SES event publishing.',
      },
    ]);
  });

  test('SES tests each receipt rule with a setup notification', async () => {
    await ses.mail.receiving.validateRules();

    const objectKey = 'raw/AMAZON_SES_SETUP_NOTIFICATION';
    expect(ses.published).toEqual([
      {
        topicArn: inboundTopic,
        message: expect.objectContaining({
          notificationType: 'Received',
          mail: expect.objectContaining({ messageId: 'AMAZON_SES_SETUP_NOTIFICATION' }),
          receipt: expect.objectContaining({ action: expect.objectContaining({ objectKey }) }),
        }),
      },
    ]);
  });

  test('identities and configuration sets survive a restart', async () => {
    const name = await addDomain(ses, 'mail.acme.test');
    const { zone } = ses;
    await ses.close();

    ses = await startMail(dataDir, zone);

    expect(await dkimStatus('mail.acme.test')).toBe('SUCCESS');
    const destinations = await ses.client.send(
      new GetConfigurationSetEventDestinationsCommand({ ConfigurationSetName: name }),
    );
    expect(destinations.EventDestinations).toHaveLength(1);
  });

  test('GetAccount returns the quota and the number of recipients in the last 24 hours', async () => {
    await addDomain(ses, 'mail.acme.test');
    await sendRaw(ses, { Destination: { ToAddresses: ['a@shop.test'], BccAddresses: ['b@shop.test'] } });

    expect(await ses.client.send(new GetAccountCommand({}))).toMatchObject({
      ProductionAccessEnabled: true,
      SendQuota: { Max24HourSend: 50_000, MaxSendRate: 14, SentLast24Hours: 2 },
    });
  });

  test('the account is limited by its daily quota and, when configured, by its send rate', async () => {
    await addDomain(ses, 'mail.acme.test');
    const send = () => sendRaw(ses, {});
    ses.mail.ses.limits.set({ max24HourSend: 3 });
    for (let sent = 0; sent < 3; sent += 1) await send();
    await expect(send()).rejects.toMatchObject({
      name: 'TooManyRequestsException',
      message: 'Daily message quota exceeded.',
    });

    ses.mail.ses.limits.set({ max24HourSend: null, maxSendRate: 1 });
    for (let sent = 0; sent < 2; sent += 1) await send();
    await expect(send()).rejects.toMatchObject({
      name: 'TooManyRequestsException',
      message: 'Maximum sending rate exceeded.',
    });

    ses.mail.ses.limits.set({ maxSendRate: null });
    for (let sent = 0; sent < 30; sent += 1) await send();
    expect(await ses.client.send(new GetAccountCommand({}))).toMatchObject({
      SendQuota: { Max24HourSend: 50_000, MaxSendRate: 14 },
    });
  });

  test('an email with more recipients than the send rate allows is sent when the full rate is available', async () => {
    await addDomain(ses, 'mail.acme.test');
    const send = () => sendRaw(ses, {});
    ses.mail.ses.limits.set({ maxSendRate: 0.1 });
    await send();

    ses.clock.jumpTo(ses.clock.now() + 5_000);
    await expect(send()).rejects.toMatchObject({ message: 'Maximum sending rate exceeded.' });
    ses.clock.jumpTo(ses.clock.now() + 5_000);
    await send();
  });

  test.each([
    ['a domain that is not verified', { FromEmailAddress: 'x@other.test' }, 'MessageRejected'],
    ['an unknown configuration set', { ConfigurationSetName: 'none' }, 'NotFoundException'],
    ['no recipients', { raw: 'From: desk@mail.acme.test\r\n\r\nx', Destination: {} }, 'BadRequestException'],
    [
      '51 recipients',
      { Destination: { ToAddresses: Array.from({ length: 51 }, (_, index) => `r${index}@shop.test`) } },
      'BadRequestException',
    ],
    ['a tag with a space', { EmailTags: [{ Name: 'a', Value: 'b c' }] }, 'BadRequestException'],
    ['raw content without From', { raw: 'Subject: x\r\n\r\nx' }, 'BadRequestException'],
    ['an unsupported option', { FeedbackForwardingEmailAddress: 'x@y.test' }, 'BadRequestException'],
  ])('%s is refused and nothing is stored', async (_what, overrides, name) => {
    await addDomain(ses, 'mail.acme.test');

    await expect(sendRaw(ses, overrides)).rejects.toMatchObject({ name });

    expect(ses.mail.outbox.list()).toEqual([]);
    expect(ses.published).toEqual([]);
  });

  test('a message above 40 MB is refused', async () => {
    await addDomain(ses, 'mail.acme.test');

    const send = sendRaw(ses, { raw: buildRawMail() + 'x'.repeat(41_943_040) });

    await expect(send).rejects.toMatchObject({ name: 'BadRequestException' });
  });

  test('calls for existing or missing resources return the error names of AWS', async () => {
    await createIdentity('mail.acme.test');

    await expect(createIdentity('mail.acme.test')).rejects.toMatchObject({ name: 'AlreadyExistsException' });
    await expect(getIdentity('other.test')).rejects.toMatchObject({
      name: 'NotFoundException',
      $metadata: { httpStatusCode: 404 },
    });
  });

  test('an unsupported operation is refused with an error', async () => {
    const list = ses.client.send(new ListEmailIdentitiesCommand({}));

    await expect(list).rejects.toMatchObject({ name: 'UnknownOperation' });
  });

  const ourTag = { Key: 'carrier-nest', Value: 'local' };
  const readNeeds = (method: string, path: string, body?: object) =>
    ses.mail.ses.read({
      method,
      path: `/v2/email/${path}`,
      query: new URLSearchParams(),
      headers: {},
      body: Buffer.from(body ? JSON.stringify(body) : ''),
    }).needs;

  test('an identity and a configuration set keep the tags with which they were created', async () => {
    const Tags = [ourTag];
    await ses.client.send(new CreateEmailIdentityCommand({ EmailIdentity: 'ours.test', Tags }));
    await ses.client.send(new CreateConfigurationSetCommand({ ConfigurationSetName: 'ours', Tags }));
    await createIdentity('theirs.test');

    const configurationSet = await ses.client.send(
      new GetConfigurationSetCommand({ ConfigurationSetName: 'ours' }),
    );
    expect(configurationSet.Tags).toEqual(Tags);
    expect((await getIdentity('ours.test')).Tags).toEqual(Tags);
    expect((await getIdentity('theirs.test')).Tags).toEqual([]);
  });

  test('tagging replaces the value of a tag, keeps other tags, and is checked by the tags of the request', async () => {
    const domain = 'ours.test';
    const ResourceArn = `arn:aws:ses:us-east-1:111122223333:identity/${domain}`;
    const [team, stage] = [
      { Key: 'team', Value: 'shop' },
      { Key: 'carrier-nest', Value: 'prod' },
    ];
    await ses.client.send(new CreateEmailIdentityCommand({ EmailIdentity: domain, Tags: [team, stage] }));

    await ses.client.send(new TagResourceCommand({ ResourceArn, Tags: [ourTag] }));

    expect((await getIdentity(domain)).Tags).toEqual([team, ourTag]);
    expect(readNeeds('POST', 'tags', { ResourceArn, Tags: [ourTag] })).toEqual([
      {
        action: 'ses:TagResource',
        resource: ResourceArn,
        context: { 'aws:RequestTag/carrier-nest': 'local', 'aws:TagKeys': ['carrier-nest'] },
      },
    ]);
  });

  test('after a restart, resources that were stored without tags have the tag of the service', async () => {
    await createIdentity('mail.acme.test');
    const { zone } = ses;
    await ses.close();
    const file = join(dataDir, 'mail/identities/identities.jsonl');
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(',"tags":[]', ''));

    ses = await startMail(dataDir, zone);

    expect((await getIdentity('mail.acme.test')).Tags).toEqual([ourTag]);
  });

  test('the IAM check of a creation includes the request tags and the TagResource permission', () => {
    const context = { 'aws:RequestTag/carrier-nest': 'local', 'aws:TagKeys': ['carrier-nest'] };
    const resource = 'arn:aws:ses:us-east-1:111122223333:identity/mail.acme.test';

    const needs = readNeeds('POST', 'identities', { EmailIdentity: 'mail.acme.test', Tags: [ourTag] });

    expect(needs).toEqual([
      { action: 'ses:CreateEmailIdentity', resource, context },
      { action: 'ses:TagResource', resource, context },
    ]);
  });

  test('the IAM check of a change or deletion includes the tags of the resource', async () => {
    const tagContext = { 'aws:ResourceTag/carrier-nest': 'local' };
    await ses.client.send(new CreateEmailIdentityCommand({ EmailIdentity: 'ours.test', Tags: [ourTag] }));
    await ses.client.send(
      new CreateConfigurationSetCommand({ ConfigurationSetName: 'ours', Tags: [ourTag] }),
    );
    await createIdentity('theirs.test');

    expect(readNeeds('PUT', 'identities/ours.test/feedback', {})).toMatchObject([{ context: tagContext }]);
    expect(readNeeds('DELETE', 'configuration-sets/ours')).toMatchObject([{ context: tagContext }]);
    expect(readNeeds('DELETE', 'identities/theirs.test')[0]?.context).toEqual({});
  });

  test('sending a raw message must be allowed on the identity and on the configuration set', async () => {
    const domain = await addDomain(ses, 'acme.test');
    const body = {
      FromEmailAddress: 'Desk <desk@mail.acme.test>',
      Destination: { ToAddresses: ['Kim <kim@shop.test>'] },
      Content: { Raw: { Data: Buffer.from(buildRawMail()).toString('base64') } },
    };

    const call = ses.mail.ses.read({
      method: 'POST',
      path: '/v2/email/outbound-emails',
      query: new URLSearchParams(),
      headers: {},
      body: Buffer.from(JSON.stringify(body)),
    });

    const context = { 'ses:FromAddress': 'desk@mail.acme.test', 'ses:Recipients': ['kim@shop.test'] };
    const identity = 'arn:aws:ses:us-east-1:111122223333:identity/acme.test';
    const setArn = `arn:aws:ses:us-east-1:111122223333:configuration-set/${domain}`;
    expect(call.needs).toEqual([
      { action: 'ses:SendEmail', resource: identity, context },
      { action: 'ses:SendRawEmail', resource: identity, context },
      { action: 'ses:SendEmail', resource: setArn, context },
      { action: 'ses:SendRawEmail', resource: setArn, context },
    ]);
  });
});
