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
} from '@aws-sdk/client-sesv2';
import secondEngine from 'aws-ses-v2-local';
import {
  addDomain,
  aRawMail,
  eventTopic,
  inboundTopic,
  publishDkim,
  sendRaw,
  sesClient,
  startMail,
  type StartedMail,
} from './support/start-mail';
import { aFolder } from '../support/run/run-folder';

process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';

const hourMs = 3_600_000;

let dir: string;
beforeEach(() => {
  dir = aFolder();
});

interface Stored {
  from: string;
  to: string[];
  subject: string;
}

interface Engine {
  client: SESv2Client;
  /** What it keeps of the mail with this id. */
  stored: (messageId: string) => Promise<Stored | undefined>;
  close: () => Promise<void>;
}

const engines: Record<string, () => Promise<Engine>> = {
  ours: async () => {
    const started = await startMail(dir);
    await addDomain(started, 'mail.acme.test');
    const stored = async (messageId: string) => {
      const record = started.mail.outbox.find(messageId);
      const raw = started.mail.outbox.raw(messageId)?.toString() ?? '';
      return (
        record && { from: record.from, to: record.to, subject: /^Subject: (.*)\r$/m.exec(raw)?.[1] ?? '' }
      );
    };
    return { client: started.client, stored, close: started.close };
  },
  'aws-ses-v2-local': async () => {
    const server = await secondEngine({ port: 0, host: '127.0.0.1' });
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const client = sesClient(endpoint);
    const stored = async (messageId: string) => {
      const { emails } = (await (await fetch(`${endpoint}/store`)).json()) as {
        emails: { messageId: string; from: string; destination: { to: string[] }; subject: string }[];
      };
      const email = emails.find((one) => one.messageId === messageId);
      return email && { from: email.from, to: email.destination.to, subject: email.subject };
    };
    const close = () =>
      new Promise<void>((resolve) => {
        client.destroy();
        server.close(() => resolve());
        server.closeAllConnections();
      });
    return { client, stored, close };
  },
};

describe.each(Object.entries(engines))('SendEmail on %s', (_name, start) => {
  let engine: Engine;
  beforeEach(async () => {
    engine = await start();
  });
  afterEach(() => engine.close());

  test('a raw mail is kept under the id that it answers', async () => {
    const { MessageId } = await engine.client.send(
      new SendEmailCommand({
        FromEmailAddress: 'desk@mail.acme.test',
        Destination: { ToAddresses: ['kim@shop.test'] },
        Content: { Raw: { Data: Buffer.from(aRawMail()) } },
      }),
    );

    expect(MessageId).toBeTruthy();
    expect(await engine.stored(MessageId ?? '')).toMatchObject({ to: ['kim@shop.test'], subject: 'Parcel' });
  });

  test('a simple mail is kept with its sender, recipients and subject', async () => {
    const { MessageId } = await engine.client.send(
      new SendEmailCommand({
        FromEmailAddress: 'desk@mail.acme.test',
        Destination: { ToAddresses: ['kim@shop.test', 'lee@shop.test'] },
        Content: { Simple: { Subject: { Data: 'Hello' }, Body: { Text: { Data: 'Hi' } } } },
      }),
    );

    expect(await engine.stored(MessageId ?? '')).toEqual({
      from: 'desk@mail.acme.test',
      to: ['kim@shop.test', 'lee@shop.test'],
      subject: 'Hello',
    });
  });

  test('two equal mails get two ids', async () => {
    const command = new SendEmailCommand({
      FromEmailAddress: 'desk@mail.acme.test',
      Destination: { ToAddresses: ['kim@shop.test'] },
      Content: { Raw: { Data: Buffer.from(aRawMail()) } },
    });

    const [one, other] = await Promise.all([engine.client.send(command), engine.client.send(command)]);

    expect(one.MessageId).not.toBe(other.MessageId);
  });
});

describe('SES beyond what the second engine has', () => {
  let ses: StartedMail;
  beforeEach(async () => {
    ses = await startMail(dir);
  });
  afterEach(() => ses.close());

  const create = async (domain: string) => {
    const created = await ses.client.send(new CreateEmailIdentityCommand({ EmailIdentity: domain }));
    return created.DkimAttributes?.Tokens ?? [];
  };
  const describeIdentity = (domain: string) =>
    ses.client.send(new GetEmailIdentityCommand({ EmailIdentity: domain }));
  const dkimStatus = async (domain: string) => (await describeIdentity(domain)).DkimAttributes?.Status;
  const toTopic = (types: ('SEND' | 'BOUNCE')[]) => ({
    Enabled: true,
    MatchingEventTypes: types,
    SnsDestination: { TopicArn: eventTopic },
  });

  test('a new identity has three tokens and is pending', async () => {
    const tokens = await create('mail.acme.test');

    expect(new Set(tokens).size).toBe(3);
    expect(await describeIdentity('mail.acme.test')).toMatchObject({
      IdentityType: 'DOMAIN',
      VerifiedForSendingStatus: false,
      DkimAttributes: { Status: 'PENDING', Tokens: tokens, SigningHostedZone: 'dkim.amazonses.com' },
    });
  });

  test('the verdict is SUCCESS at once when all three CNAMEs stand, and not before', async () => {
    const tokens = await create('mail.acme.test');
    publishDkim(ses.zone, 'mail.acme.test', tokens.slice(0, 2));
    expect(await dkimStatus('mail.acme.test')).toBe('PENDING');

    publishDkim(ses.zone, 'mail.acme.test', tokens);

    expect(await describeIdentity('mail.acme.test')).toMatchObject({
      VerifiedForSendingStatus: true,
      DkimAttributes: { Status: 'SUCCESS' },
    });
  });

  test('CNAMEs that point elsewhere verify nothing', async () => {
    const tokens = await create('mail.acme.test');
    for (const token of tokens) {
      ses.zone.set(`${token}._domainkey.mail.acme.test`, { CNAME: ['other.dkim.amazonses.com'] });
    }

    expect(await dkimStatus('mail.acme.test')).toBe('PENDING');
  });

  test('a domain that nobody set up has failed after 72 hours, and recovers when the records come', async () => {
    const tokens = await create('mail.acme.test');
    ses.clock.jumpTo(ses.clock.now() + 73 * hourMs);
    expect(await dkimStatus('mail.acme.test')).toBe('FAILED');

    publishDkim(ses.zone, 'mail.acme.test', tokens);

    expect(await dkimStatus('mail.acme.test')).toBe('SUCCESS');
  });

  test('a verified domain that loses its records is doubted, then failed', async () => {
    await addDomain(ses, 'mail.acme.test');
    ses.zone.failure = 'ESERVFAIL';
    expect(await dkimStatus('mail.acme.test')).toBe('TEMPORARY_FAILURE');
    await expect(sendRaw(ses)).resolves.toBeTruthy();

    ses.zone.failure = 'ENOTFOUND';
    ses.clock.jumpTo(ses.clock.now() + 73 * hourMs);

    expect(await dkimStatus('mail.acme.test')).toBe('FAILED');
    await expect(sendRaw(ses)).rejects.toMatchObject({ name: 'MessageRejected' });
  });

  test('an identity deleted and made again asks for new tokens', async () => {
    const before = await create('mail.acme.test');
    await ses.client.send(new DeleteEmailIdentityCommand({ EmailIdentity: 'mail.acme.test' }));

    const after = await create('mail.acme.test');

    expect(after).not.toEqual(before);
  });

  test('the MAIL FROM domain succeeds with its MX and stays given up after 72 hours', async () => {
    await create('mail.acme.test');
    const set = () =>
      ses.client.send(
        new PutEmailIdentityMailFromAttributesCommand({
          EmailIdentity: 'mail.acme.test',
          MailFromDomain: 'bounce.mail.acme.test',
        }),
      );
    const status = async () =>
      (await describeIdentity('mail.acme.test')).MailFromAttributes?.MailFromDomainStatus;
    await set();
    expect(await status()).toBe('PENDING');
    ses.clock.jumpTo(ses.clock.now() + 73 * hourMs);
    expect(await status()).toBe('FAILED');

    ses.zone.set('bounce.mail.acme.test', {
      MX: [{ exchange: 'feedback-smtp.us-east-1.amazonses.com.', priority: 10 }],
    });
    expect(await status()).toBe('FAILED');
    await set();

    expect(await status()).toBe('SUCCESS');
  });

  test('with REJECT_MESSAGE nothing goes out before the MAIL FROM domain is verified', async () => {
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

  test('identity settings are kept', async () => {
    await create('mail.acme.test');
    await ses.client.send(
      new PutEmailIdentityConfigurationSetAttributesCommand({
        EmailIdentity: 'mail.acme.test',
        ConfigurationSetName: 'from-template',
      }),
    );
    await ses.client.send(
      new PutEmailIdentityDkimAttributesCommand({ EmailIdentity: 'mail.acme.test', SigningEnabled: false }),
    );

    expect(await describeIdentity('mail.acme.test')).toMatchObject({
      ConfigurationSetName: 'from-template',
      DkimAttributes: { SigningEnabled: false },
    });
  });

  test('a configuration set keeps its options and event destinations', async () => {
    const name = { ConfigurationSetName: 'one' };
    const destination = { ...name, EventDestinationName: 'events' };
    const destinations = async () => {
      const answer = await ses.client.send(new GetConfigurationSetEventDestinationsCommand(name));
      return answer.EventDestinations;
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
        EventDestination: toTopic(['SEND']),
      }),
    );
    await ses.client.send(
      new UpdateConfigurationSetEventDestinationCommand({
        ...destination,
        EventDestination: toTopic(['BOUNCE']),
      }),
    );

    expect(await ses.client.send(new GetConfigurationSetCommand(name))).toMatchObject({
      SuppressionOptions: { SuppressedReasons: [] },
      TrackingOptions: { CustomRedirectDomain: 'link.acme.test' },
    });
    expect(await destinations()).toEqual([{ Name: 'events', ...toTopic(['BOUNCE']) }]);

    await ses.client.send(new DeleteConfigurationSetEventDestinationCommand(destination));
    expect(await destinations()).toEqual([]);
    await ses.client.send(new DeleteConfigurationSetCommand(name));
    await expect(destinations()).rejects.toMatchObject({ name: 'NotFoundException' });
  });

  test('a new destination is announced to its topic in plain text, once', async () => {
    const name = await addDomain(ses, 'mail.acme.test');
    const destination = {
      ConfigurationSetName: name,
      EventDestinationName: 'events',
      EventDestination: toTopic(['SEND']),
    };
    const again = ses.client.send(new CreateConfigurationSetEventDestinationCommand(destination));
    await expect(again).rejects.toMatchObject({ name: 'AlreadyExistsException' });

    expect(ses.notices).toEqual([
      {
        topicArn: eventTopic,
        text: 'Successfully validated SNS topic for Amazon SES event publishing.',
      },
    ]);
  });

  test('each rule is tried with a mail of its own', async () => {
    await ses.mail.receiving.tryRules();

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

    ses = await startMail(dir, zone);

    expect(await dkimStatus('mail.acme.test')).toBe('SUCCESS');
    const set = await ses.client.send(
      new GetConfigurationSetEventDestinationsCommand({ ConfigurationSetName: name }),
    );
    expect(set.EventDestinations).toHaveLength(1);
  });

  test('the account shows its quota and how many recipients it had', async () => {
    await addDomain(ses, 'mail.acme.test');
    await sendRaw(ses, { Destination: { ToAddresses: ['a@shop.test'], BccAddresses: ['b@shop.test'] } });

    expect(await ses.client.send(new GetAccountCommand({}))).toMatchObject({
      ProductionAccessEnabled: true,
      SendQuota: { Max24HourSend: 50_000, MaxSendRate: 14, SentLast24Hours: 2 },
    });
  });

  test('the account is held to its day and, as long as it is set, to its rate', async () => {
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

  test('a mail for more than its rate has room for leaves once all of that is free, and others wait for it', async () => {
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
    [
      'an option that it does not know',
      { FeedbackForwardingEmailAddress: 'x@y.test' },
      'BadRequestException',
    ],
  ])('%s is refused and nothing is kept', async (_what, overrides, name) => {
    await addDomain(ses, 'mail.acme.test');

    await expect(sendRaw(ses, overrides)).rejects.toMatchObject({ name });

    expect(ses.mail.outbox.list()).toEqual([]);
    expect(ses.published).toEqual([]);
  });

  test('a mail above 40 MB is refused', async () => {
    await addDomain(ses, 'mail.acme.test');

    const send = sendRaw(ses, { raw: aRawMail() + 'x'.repeat(41_943_040) });

    await expect(send).rejects.toMatchObject({ name: 'BadRequestException' });
  });

  test('what exists or is missing is named as AWS names it', async () => {
    await create('mail.acme.test');

    await expect(create('mail.acme.test')).rejects.toMatchObject({ name: 'AlreadyExistsException' });
    await expect(describeIdentity('other.test')).rejects.toMatchObject({
      name: 'NotFoundException',
      $metadata: { httpStatusCode: 404 },
    });
  });

  test('an operation that it does not have is refused loudly', async () => {
    const list = ses.client.send(new ListEmailIdentitiesCommand({}));

    await expect(list).rejects.toMatchObject({ name: 'UnknownOperation' });
  });

  const ourTag = { Key: 'carrier-nest', Value: 'local' };
  const needsOf = (method: string, path: string, body?: object) =>
    ses.mail.ses.read({
      method,
      path: `/v2/email/${path}`,
      query: new URLSearchParams(),
      headers: {},
      body: Buffer.from(body ? JSON.stringify(body) : ''),
    }).needs;

  test('an identity and a configuration set have the tags that they were made with', async () => {
    const Tags = [ourTag];
    await ses.client.send(new CreateEmailIdentityCommand({ EmailIdentity: 'ours.test', Tags }));
    await ses.client.send(new CreateConfigurationSetCommand({ ConfigurationSetName: 'ours', Tags }));
    await create('theirs.test');

    const set = await ses.client.send(new GetConfigurationSetCommand({ ConfigurationSetName: 'ours' }));
    expect(set.Tags).toEqual(Tags);
    expect((await describeIdentity('ours.test')).Tags).toEqual(Tags);
    expect((await describeIdentity('theirs.test')).Tags).toEqual([]);
  });

  test('what an earlier runtime kept without tags is ours', async () => {
    await create('mail.acme.test');
    const { zone } = ses;
    await ses.close();
    const file = join(dir, 'mail/identities/identities.jsonl');
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(',"tags":[]', ''));

    ses = await startMail(dir, zone);

    expect((await describeIdentity('mail.acme.test')).Tags).toEqual([ourTag]);
  });

  test('IAM sees the tags that something is made with, and that it is tagged', () => {
    const context = { 'aws:RequestTag/carrier-nest': 'local', 'aws:TagKeys': ['carrier-nest'] };
    const resource = 'arn:aws:ses:us-east-1:111122223333:identity/mail.acme.test';

    const needs = needsOf('POST', 'identities', { EmailIdentity: 'mail.acme.test', Tags: [ourTag] });

    expect(needs).toEqual([
      { action: 'ses:CreateEmailIdentity', resource, context },
      { action: 'ses:TagResource', resource, context },
    ]);
  });

  test('IAM sees the tags of what is changed or deleted', async () => {
    const tagged = { 'aws:ResourceTag/carrier-nest': 'local' };
    await ses.client.send(new CreateEmailIdentityCommand({ EmailIdentity: 'ours.test', Tags: [ourTag] }));
    await ses.client.send(
      new CreateConfigurationSetCommand({ ConfigurationSetName: 'ours', Tags: [ourTag] }),
    );
    await create('theirs.test');

    expect(needsOf('PUT', 'identities/ours.test/feedback', {})).toMatchObject([{ context: tagged }]);
    expect(needsOf('DELETE', 'configuration-sets/ours')).toMatchObject([{ context: tagged }]);
    expect(needsOf('DELETE', 'identities/theirs.test')[0]?.context).toEqual({});
  });

  test('sending raw mail must be allowed on the identity and on the configuration set', async () => {
    const set = await addDomain(ses, 'acme.test');
    const body = {
      FromEmailAddress: 'Desk <desk@mail.acme.test>',
      Destination: { ToAddresses: ['Kim <kim@shop.test>'] },
      Content: { Raw: { Data: Buffer.from(aRawMail()).toString('base64') } },
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
    const setArn = `arn:aws:ses:us-east-1:111122223333:configuration-set/${set}`;
    expect(call.needs).toEqual([
      { action: 'ses:SendEmail', resource: identity, context },
      { action: 'ses:SendRawEmail', resource: identity, context },
      { action: 'ses:SendEmail', resource: setArn, context },
      { action: 'ses:SendRawEmail', resource: setArn, context },
    ]);
  });
});
