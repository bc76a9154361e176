import { GetEmailIdentityCommand, PutEmailIdentityFeedbackAttributesCommand } from '@aws-sdk/client-sesv2';
import {
  addDomain,
  buildRawMail,
  eventTopic,
  inboundBucket,
  inboundTopic,
  sendRaw,
  startMail,
  type StartedMail,
} from './support/start-mail';
import { makeTempDir } from '../support/run/run-dir';

process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';

let dataDir: string;
let mail: StartedMail;
let configurationSet: string;
beforeEach(async () => {
  dataDir = makeTempDir();
  mail = await startMail(dataDir);
  configurationSet = await addDomain(mail, 'mail.acme.test');
});
afterEach(async () => {
  await mail.close();
});

const sendTo = (...to: string[]) => sendRaw(mail, { Destination: { ToAddresses: to } });
const readRaw = (id: string) => mail.mail.outbox.raw(id)?.toString() ?? '';
const eventMessages = () =>
  mail.published.filter(({ topicArn }) => topicArn === eventTopic).map((entry) => entry.message);
const inboundNotifications = () =>
  mail.published.filter(({ topicArn }) => topicArn === inboundTopic).map((entry) => entry.message);
const eventTypesSeen = () => eventMessages().map(({ eventType }) => eventType);

describe('an accepted email', () => {
  test('is stored with its envelope, tags and ids', async () => {
    const id = await sendRaw(mail, {
      Destination: {
        ToAddresses: ['Kim <kim@shop.test>'],
        CcAddresses: ['lee@shop.test'],
        BccAddresses: ['boss@shop.test'],
      },
      EmailTags: [
        { Name: 'message_id', Value: 'm1' },
        { Name: 'workspace_id', Value: 'w1' },
      ],
    });

    const raw = readRaw(id);

    expect(mail.mail.outbox.list()).toEqual([
      {
        provider_message_id: id,
        message_id: 'm1',
        workspace_id: 'w1',
        from: 'Desk <desk@mail.acme.test>',
        to: ['Kim <kim@shop.test>'],
        cc: ['lee@shop.test'],
        bcc: ['boss@shop.test'],
        configuration_set: configurationSet,
        tags: { message_id: 'm1', workspace_id: 'w1' },
        size: raw.length,
        at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ]);
    expect(id).toMatch(/^0100[0-9a-f]{12}-[0-9a-f-]{36}-000000$/);
  });

  test('has the Message-ID of SES, a Date and no Bcc, and is otherwise unchanged', async () => {
    const before = Date.now();
    const original = buildRawMail(['Bcc: boss@shop.test,', '\tother@shop.test', 'X-Kept: a', '  folded']);

    const id = await sendRaw(mail, { raw: original });

    const raw = readRaw(id);
    const [, date] = /^Message-ID: <[^>]+>\r\nDate: (.+)\r\n/.exec(raw) ?? [];
    expect(raw).toContain(`Message-ID: <${id}@email.amazonses.com>\r\n`);
    // A Date header has a resolution of one second.
    expect(Date.parse(date ?? '')).toBeGreaterThan(before - 1_000);
    expect(Date.parse(date ?? '')).toBeLessThanOrEqual(Date.now());
    const removed = [
      'Message-ID: <ours@mail.acme.test>\r\n',
      'Bcc: boss@shop.test,\r\n\tother@shop.test\r\n',
    ];
    const rest = removed.reduce((text, line) => text.replace(line, ''), original);
    expect(raw.endsWith(rest)).toBe(true);
    expect(raw.split('\r\n').filter((line) => /^message-id:/i.test(line))).toHaveLength(1);
  });

  test('keeps an existing Date and every byte of an 8-bit body', async () => {
    const date = 'Date: Fri, 06 Nov 2026 10:00:00 +0000';
    const body = Buffer.concat([Buffer.from(buildRawMail([date])), Buffer.from([0xff, 0xe9, 0x00, 0x80])]);

    const id = await sendRaw(mail, { Content: { Raw: { Data: body } } });

    expect(readRaw(id).match(/^Date: .*$/gm)).toHaveLength(1);
    expect(mail.mail.outbox.raw(id)?.subarray(-4)).toEqual(Buffer.from([0xff, 0xe9, 0x00, 0x80]));
  });

  test('is listed newest first, filtered by recipient, message and workspace, up to a limit', async () => {
    const withTag = (Value: string) => ({ EmailTags: [{ Name: 'message_id', Value }] });
    await sendRaw(mail, { Destination: { ToAddresses: ['a@shop.test'] }, ...withTag('m1') });
    await sendRaw(mail, { Destination: { CcAddresses: ['A <A@Shop.test>'] }, ...withTag('m2') });
    await sendRaw(mail, { Destination: { BccAddresses: ['b@shop.test'] }, ...withTag('m3') });

    const listIds = (filter: Parameters<typeof mail.mail.outbox.list>[0]) =>
      mail.mail.outbox.list(filter).map(({ message_id }) => message_id);

    expect(listIds({})).toEqual(['m3', 'm2', 'm1']);
    expect(listIds({ to: 'a@shop.test' })).toEqual(['m2', 'm1']);
    expect(listIds({ message_id: 'm3' })).toEqual(['m3']);
    expect(listIds({ workspace_id: 'w1' })).toEqual([]);
    expect(listIds({ limit: 1 })).toEqual(['m3']);
  });

  test('survives a restart', async () => {
    const id = await sendTo('kim@shop.test');
    const before = readRaw(id);
    await mail.close();

    mail = await startMail(dataDir, mail.zone);

    expect(mail.mail.outbox.list()).toHaveLength(1);
    expect(readRaw(id)).toBe(before);
  });
});

describe('events of an accepted email', () => {
  test('are Send and, a moment later, Delivery, as SES publishes them', async () => {
    const id = await sendRaw(mail, { EmailTags: [{ Name: 'message_id', Value: 'm1' }] });

    const [send, delivery] = eventMessages();
    const { at } = mail.mail.outbox.find(id) ?? { at: '' };
    expect(send).toEqual({
      eventType: 'Send',
      mail: {
        timestamp: at,
        source: 'Desk <desk@mail.acme.test>',
        sourceArn: 'arn:aws:ses:us-east-1:111122223333:identity/mail.acme.test',
        sendingAccountId: '111122223333',
        messageId: id,
        destination: ['kim@shop.test'],
        headersTruncated: false,
        headers: expect.arrayContaining([
          { name: 'From', value: 'Desk <desk@mail.acme.test>' },
          { name: 'Subject', value: 'Parcel' },
        ]),
        commonHeaders: {
          from: ['Desk <desk@mail.acme.test>'],
          to: ['kim@shop.test'],
          date: expect.any(String),
          messageId: id,
          subject: 'Parcel',
        },
        tags: {
          'ses:operation': ['SendEmail'],
          'ses:configuration-set': [configurationSet],
          'ses:source-ip': ['127.0.0.1'],
          'ses:from-domain': ['mail.acme.test'],
          'ses:caller-identity': ['local'],
          message_id: ['m1'],
        },
      },
      send: {},
    });
    expect(delivery).toMatchObject({ eventType: 'Delivery', delivery: { recipients: ['kim@shop.test'] } });
    expect(Date.parse(delivery.delivery.timestamp)).toBeGreaterThan(Date.parse(at));
    expect(eventMessages()).toHaveLength(2);
  });

  test('include one Delivery for each receiving domain', async () => {
    await sendTo('a@shop.test', 'b@other.test', 'c@shop.test');

    const recipients = eventMessages().flatMap(({ delivery }) => (delivery ? [delivery.recipients] : []));

    expect(recipients).toEqual([['a@shop.test', 'c@shop.test'], ['b@other.test']]);
  });

  test('do not include Delivery while automatic delivery is off', async () => {
    mail.settings.autoDelivery = false;

    await sendTo('kim@shop.test');

    expect(eventTypesSeen()).toEqual(['Send']);
  });

  test('are not published without an event destination', async () => {
    await sendRaw(mail, { ConfigurationSetName: 'from-template' });

    expect(mail.published).toEqual([]);
  });

  test('are published after a restart when the runtime was killed before publishing them', async () => {
    const id = await sendTo('kim@shop.test');
    const record = mail.mail.outbox.find(id);
    if (!record) throw new Error('not accepted');
    const raw = mail.mail.outbox.raw(id) ?? Buffer.alloc(0);
    mail.mail.outbox.add({ ...record, provider_message_id: 'killed' }, raw);
    await mail.close();
    mail = await startMail(dataDir, mail.zone);

    await mail.mail.resume();
    await mail.mail.resume();

    expect(eventMessages().map(({ eventType, mail: { messageId } }) => [eventType, messageId])).toEqual([
      ['Send', 'killed'],
      ['Delivery', 'killed'],
    ]);
  });
});

describe('the mailbox simulator', () => {
  // L-7
  test.each([
    ['success', ['Send', 'Delivery']],
    ['bounce', ['Send', 'Bounce']],
    ['complaint', ['Send', 'Delivery', 'Complaint']],
    ['suppressionlist', ['Send', 'Bounce']],
    ['ooto', ['Send', 'Delivery']],
    ['bounce+label', ['Send', 'Bounce']],
  ])('%s@ publishes %j, even without automatic delivery', async (name, expected) => {
    mail.settings.autoDelivery = false;

    await sendTo(`${name}@simulator.amazonses.com`);

    expect(eventTypesSeen()).toEqual(expected);
  });

  test('bounces with a diagnostic code, and names the address with its label', async () => {
    await sendTo('bounce+x@simulator.amazonses.com');

    expect(eventMessages()[1].bounce).toMatchObject({
      bounceType: 'Permanent',
      bounceSubType: 'General',
      bouncedRecipients: [
        {
          emailAddress: 'bounce+x@simulator.amazonses.com',
          action: 'failed',
          status: '5.1.1',
          diagnosticCode: 'smtp; 550 5.1.1 user unknown',
        },
      ],
    });
  });

  test('suppressionlist has the bounce sub-type Suppressed, and complaint has the feedback type abuse', async () => {
    await sendTo('suppressionlist@simulator.amazonses.com', 'complaint@simulator.amazonses.com');

    const [, bounce, , complaint] = eventMessages();
    expect(bounce.bounce).toMatchObject({ bounceType: 'Permanent', bounceSubType: 'Suppressed' });
    expect(complaint.complaint).toMatchObject({
      complaintFeedbackType: 'abuse',
      complainedRecipients: [{ emailAddress: 'complaint@simulator.amazonses.com' }],
    });
  });

  // L-7
  test('ooto sends an automatic reply', async () => {
    const id = await sendTo('ooto@simulator.amazonses.com');

    const [notification] = inboundNotifications();
    const reply = mail.s3.get(inboundBucket, notification.receipt.action.objectKey)?.toString() ?? '';
    expect(notification.receipt.recipients).toEqual(['desk@mail.acme.test']);
    expect(reply).toContain(`In-Reply-To: <${id}@email.amazonses.com>`);
    expect(reply).toContain('Auto-Submitted: auto-replied');
  });
});

describe('bounces and complaints', () => {
  const setForwarding = (EmailForwardingEnabled: boolean) =>
    mail.client.send(
      new PutEmailIdentityFeedbackAttributesCommand({
        EmailIdentity: 'mail.acme.test',
        EmailForwardingEnabled,
      }),
    );
  const getForwarding = async () => {
    const identity = await mail.client.send(new GetEmailIdentityCommand({ EmailIdentity: 'mail.acme.test' }));
    return identity.FeedbackForwardingStatus;
  };
  const inboundRawMails = () =>
    inboundNotifications().map(
      ({ receipt }) => mail.s3.get(inboundBucket, receipt.action.objectKey)?.toString() ?? '',
    );

  test('are also emailed to the sender by default', async () => {
    const id = await sendTo('bounce@simulator.amazonses.com', 'complaint@simulator.amazonses.com');
    await mail.mail.publishEventFor(id, { type: 'bounce', recipient: 'kim@shop.test' });

    expect(await getForwarding()).toBe(true);
    expect(inboundRawMails()).toEqual([
      expect.stringContaining('Subject: Bounce: Parcel'),
      expect.stringContaining('Subject: Complaint: Parcel'),
      expect.stringContaining('Subject: Bounce: Parcel'),
    ]);
    expect(inboundNotifications()[0].receipt.recipients).toEqual(['desk@mail.acme.test']);
  });

  test('are emailed to the Return-Path of the message', async () => {
    await sendRaw(mail, {
      Destination: { ToAddresses: ['bounce@simulator.amazonses.com'] },
      raw: buildRawMail(['Return-Path: <returns@mail.acme.test>']),
    });

    expect(inboundNotifications()[0].receipt.recipients).toEqual(['returns@mail.acme.test']);
  });

  test('are not emailed when forwarding is off', async () => {
    await setForwarding(false);

    await sendTo('bounce@simulator.amazonses.com', 'complaint@simulator.amazonses.com');

    expect(await getForwarding()).toBe(false);
    expect(eventTypesSeen()).toEqual(['Send', 'Bounce', 'Delivery', 'Complaint']);
    expect(inboundNotifications()).toEqual([]);
  });

  test('are emailed again after forwarding is re-enabled, but other events are not', async () => {
    await setForwarding(false);
    await setForwarding(true);

    await sendTo('bounce@simulator.amazonses.com', 'success@simulator.amazonses.com');

    expect(inboundRawMails()).toHaveLength(1);
  });
});

describe('events on request', () => {
  const publishOnRequest = async (params: Parameters<typeof mail.mail.publishEventFor>[1]) => {
    mail.settings.autoDelivery = false;
    const id = await sendTo('Kim <kim@shop.test>', 'lee@shop.test');
    mail.published.length = 0;
    await mail.mail.publishEventFor(id, params);
    return eventMessages()[0];
  };
  const at = '2026-11-21T10:00:00.000Z';

  test.each([
    ['send', { eventType: 'Send', send: {} }],
    ['delivery', { eventType: 'Delivery', delivery: { timestamp: at, recipients: ['kim@shop.test'] } }],
    ['bounce', { eventType: 'Bounce', bounce: { timestamp: at, bounceType: 'Permanent' } }],
    ['complaint', { eventType: 'Complaint', complaint: { timestamp: at, complaintFeedbackType: 'abuse' } }],
    ['reject', { eventType: 'Reject', reject: { reason: 'Bad content' } }],
    ['open', { eventType: 'Open', open: { timestamp: at, ipAddress: '192.0.2.1' } }],
    ['click', { eventType: 'Click', click: { timestamp: at, link: 'https://example.com/' } }],
    ['rendering_failure', { eventType: 'Rendering Failure', failure: { templateName: 'Template' } }],
    [
      'delivery_delay',
      {
        eventType: 'DeliveryDelay',
        deliveryDelay: { timestamp: at, delayType: 'TransientCommunicationFailure' },
      },
    ],
  ])('of type %s are published in the format of SES', async (type, expected) => {
    expect(await publishOnRequest({ type, at })).toMatchObject(expected);
  });

  test('include every given detail', async () => {
    const bounce = await publishOnRequest({
      type: 'bounce',
      recipient: 'lee@shop.test',
      bounce_type: 'Transient',
      sub_type: 'MailboxFull',
      diagnostic: 'smtp; 452 4.2.2 full',
    });

    expect(bounce.bounce).toMatchObject({
      bounceType: 'Transient',
      bounceSubType: 'MailboxFull',
      bouncedRecipients: [{ emailAddress: 'lee@shop.test', diagnosticCode: 'smtp; 452 4.2.2 full' }],
    });
  });

  test('accept sub_type as the bounce type', async () => {
    const { bounce } = await publishOnRequest({ type: 'bounce', sub_type: 'Transient' });

    expect(bounce).toMatchObject({ bounceType: 'Transient', bounceSubType: 'General' });
  });

  test('omit null fields', async () => {
    const { bounce } = await publishOnRequest({ type: 'bounce', diagnostic: null });

    expect(bounce.bouncedRecipients[0]).not.toHaveProperty('diagnosticCode');
  });

  test('are refused for an unknown type, an invalid time or an unknown email', async () => {
    await expect(publishOnRequest({ type: 'opened' })).rejects.toMatchObject({ code: 'BadRequest' });
    await expect(publishOnRequest({ type: 'open', at: 'soon' })).rejects.toMatchObject({
      code: 'BadRequest',
    });
    await expect(mail.mail.publishEventFor('none', { type: 'open' })).rejects.toMatchObject({
      code: 'NotFound',
    });
  });

  test('that are given as raw SES events are published unchanged, even for an unknown configuration set', async () => {
    const event = {
      eventType: 'Bounce',
      mail: { tags: { 'ses:configuration-set': ['Elsewhere'] } },
      odd: [1],
    };

    await mail.mail.events.publishRaw(event);

    expect(mail.published).toEqual([{ topicArn: eventTopic, message: event }]);
  });
});

describe('inbound mail', () => {
  const raw = Buffer.from(
    'Return-Path: <x@y.test>\r\nFrom: Kim <kim@shop.test>\r\nTo: "Desk, the" <desk@mail.acme.test>, b@c.test\r\n' +
      'Subject: Re:\r\n Parcel\r\nMessage-ID: <1@shop.test>\r\n\r\nThanks \xe9\r\n',
    'latin1',
  );

  test('is stored byte for byte, and the notification has the given verdicts', async () => {
    const receiptId = await mail.mail.receiving.receive({
      mailFrom: 'kim@shop.test',
      rcpts: ['desk@mail.acme.test'],
      raw,
      verdicts: { spam: 'PASS', dmarc: 'FAIL' },
    });

    expect(receiptId).toMatch(/^[0-9a-v]{40}$/);
    expect(mail.s3.get(inboundBucket, `raw/${receiptId}`)).toEqual(raw);
    expect(inboundNotifications()).toEqual([
      {
        notificationType: 'Received',
        mail: {
          timestamp: expect.any(String),
          source: 'kim@shop.test',
          messageId: receiptId,
          destination: ['desk@mail.acme.test'],
          headersTruncated: false,
          headers: [
            { name: 'Return-Path', value: '<x@y.test>' },
            { name: 'From', value: 'Kim <kim@shop.test>' },
            { name: 'To', value: '"Desk, the" <desk@mail.acme.test>, b@c.test' },
            { name: 'Subject', value: 'Re: Parcel' },
            { name: 'Message-ID', value: '<1@shop.test>' },
          ],
          commonHeaders: {
            returnPath: 'kim@shop.test',
            from: ['Kim <kim@shop.test>'],
            to: ['"Desk, the" <desk@mail.acme.test>', 'b@c.test'],
            subject: 'Re: Parcel',
            messageId: '<1@shop.test>',
          },
        },
        receipt: {
          timestamp: expect.any(String),
          processingTimeMillis: 1,
          recipients: ['desk@mail.acme.test'],
          spamVerdict: { status: 'PASS' },
          dmarcVerdict: { status: 'FAIL' },
          action: {
            type: 'S3',
            topicArn: inboundTopic,
            bucketName: inboundBucket,
            objectKeyPrefix: 'raw/',
            objectKey: `raw/${receiptId}`,
          },
        },
      },
    ]);
  });

  test('is refused above 40 MB', async () => {
    const received = mail.mail.receiving.receive({
      mailFrom: 'kim@shop.test',
      rcpts: ['desk@mail.acme.test'],
      raw: Buffer.alloc(41_943_041),
      verdicts: {},
    });

    await expect(received).rejects.toMatchObject({ code: 'MessageTooLarge' });
    expect(mail.published).toEqual([]);
  });

  test("is also received when it is sent to one of the service's own domains", async () => {
    const id = await sendTo('help@mail.acme.test', 'help@sub.mail.acme.test', 'kim@shop.test');

    const [notification, ...others] = inboundNotifications();
    const stored = mail.s3.get(inboundBucket, notification.receipt.action.objectKey)?.toString() ?? '';
    expect(others).toEqual([]);
    expect(notification).toMatchObject({
      mail: {
        source: `${id}@amazonses.com`,
        commonHeaders: { messageId: `<${id}@email.amazonses.com>` },
      },
      receipt: {
        recipients: ['help@mail.acme.test', 'help@sub.mail.acme.test'],
        dkimVerdict: { status: 'PASS' },
      },
    });
    expect(stored).toContain('Authentication-Results: amazonses.com;');
    expect(stored.endsWith(readRaw(id))).toBe(true);
  });

  test('is received only for the recipients of the receipt rule', async () => {
    await mail.close();
    mail = await startMail(dataDir, mail.zone, ['.acme.test', 'only@shop.test']);
    await addDomain(mail, 'shop.test');

    await sendTo('any@mail.acme.test', 'other@shop.test', 'ONLY@shop.test');

    expect(inboundNotifications().map(({ receipt }) => receipt.recipients)).toEqual([
      ['any@mail.acme.test', 'ONLY@shop.test'],
    ]);
    const refused = { mailFrom: '', rcpts: ['other@shop.test'], raw, verdicts: {} };
    await expect(mail.mail.receiving.receive(refused)).rejects.toMatchObject({ code: 'NoReceiptRule' });
  });

  test('has notification headers that are decoded as UTF-8 and truncated after 10 KB', async () => {
    const longHeader = `X-Long: ${'a'.repeat(10_240)}`;
    const utf8 = Buffer.from(`Subject: Grüße\r\n${longHeader}\r\nX-Short: b\r\n\r\n`);

    await mail.mail.receiving.receive({ mailFrom: '', rcpts: ['a@mail.acme.test'], raw: utf8, verdicts: {} });

    expect(inboundNotifications()[0].mail).toMatchObject({
      headersTruncated: true,
      headers: [{ name: 'Subject', value: 'Grüße' }],
      commonHeaders: { returnPath: '', subject: 'Grüße' },
    });
  });
});
