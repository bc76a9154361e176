import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { addDomain, inboundBucket, startMail, type StartedMail } from './support/start-mail';
import { makeTempDir } from '../support/run/run-dir';

process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';

let mail: StartedMail;
let port: number;
beforeEach(async () => {
  mail = await startMail(makeTempDir());
  await addDomain(mail, 'mail.acme.test');
  port = await mail.mail.smtp.listen(0);
});
afterEach(async () => {
  await mail.mail.smtp.close();
  await mail.close();
});

async function send(overrides: SendMailOptions = {}) {
  const transport = createTransport({
    host: '127.0.0.1',
    port,
    name: 'mx.shop.test',
    tls: { rejectUnauthorized: false },
  });
  try {
    return await transport.sendMail({
      from: 'Kim <kim@shop.test>',
      to: 'desk@mail.acme.test',
      subject: 'Hello',
      text: 'Hi',
      ...overrides,
    });
  } finally {
    transport.close();
  }
}

function lastReceived() {
  const notification = mail.published.at(-1)?.message;
  const raw = mail.s3.get(inboundBucket, notification.receipt.action.objectKey)?.toString() ?? '';
  return { notification, raw };
}

// L-8
test('an accepted message is stored and its notification is published before the 250 reply', async () => {
  const info = await send();

  const { notification, raw } = lastReceived();
  expect(info.response).toMatch(/^250 /);
  expect(notification.mail).toMatchObject({ source: 'kim@shop.test', destination: ['desk@mail.acme.test'] });
  expect(raw).toContain('Subject: Hello\r\n');
});

test('a message gets Received and Authentication-Results headers prepended, and is otherwise unchanged', async () => {
  await send({
    raw: Buffer.from('From: kim@shop.test\r\nTo: x@y.test\r\n\r\nbody\r\n'),
    envelope: envelope(),
  });

  const { notification, raw } = lastReceived();
  expect(raw).toMatch(
    /^Received: from mx\.shop\.test \(\[127\.0\.0\.1\]\)\r\n by inbound-smtp\.us-east-1\.amazonaws\.com with ESMTPS id /,
  );
  expect(raw).toContain(`id ${notification.mail.messageId}\r\n for desk@mail.acme.test;\r\n`);
  expect(raw).toMatch(/\r\nAuthentication-Results: amazonses\.com;\r\n spf=/);
  expect(raw.endsWith('\r\nFrom: kim@shop.test\r\nTo: x@y.test\r\n\r\nbody\r\n')).toBe(true);
});

test('a message from a domain without SPF, DKIM and DMARC records gets the verdict GRAY for all three', async () => {
  await send();

  expect(lastReceived().notification.receipt).toMatchObject({
    spamVerdict: { status: 'PASS' },
    virusVerdict: { status: 'PASS' },
    spfVerdict: { status: 'GRAY' },
    dkimVerdict: { status: 'GRAY' },
    dmarcVerdict: { status: 'GRAY' },
  });
});

describe('a message from a domain with DKIM, SPF and DMARC records', () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const dkim = { domainName: 'shop.test', keySelector: 'k1', privateKey };

  beforeEach(() => {
    mail.zone.set('shop.test', { TXT: ['v=spf1 ip4:127.0.0.1 -all'] });
    mail.zone.set('_dmarc.shop.test', { TXT: ['v=DMARC1; p=reject'] });
    mail.zone.set('k1._domainkey.shop.test', { TXT: [`v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`] });
  });

  test('passes when the sender is genuine', async () => {
    await send({ dkim });

    const { notification, raw } = lastReceived();
    expect(notification.receipt).toMatchObject({
      spfVerdict: { status: 'PASS' },
      dkimVerdict: { status: 'PASS' },
      dmarcVerdict: { status: 'PASS' },
    });
    expect(raw).toMatch(/dkim=pass header\.i=@shop\.test;\r\n dmarc=pass header\.from=shop\.test;/);
  });

  test('fails SPF and DMARC when another host sends the message', async () => {
    mail.zone.set('shop.test', { TXT: ['v=spf1 ip4:203.0.113.9 -all'] });

    await send();

    expect(lastReceived().notification.receipt).toMatchObject({
      spfVerdict: { status: 'FAIL' },
      dkimVerdict: { status: 'GRAY' },
      dmarcVerdict: { status: 'FAIL' },
      dmarcPolicy: 'reject',
    });
  });

  test('fails DKIM when DNS has a different key', async () => {
    const otherKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;
    const key = otherKey.export({ type: 'spki', format: 'der' }).toString('base64');
    mail.zone.set('k1._domainkey.shop.test', { TXT: [`v=DKIM1; k=rsa; p=${key}`] });

    await send({ dkim });

    expect(lastReceived().notification.receipt).toMatchObject({ dkimVerdict: { status: 'FAIL' } });
  });

  test('gets PROCESSING_FAILED while DNS does not respond', async () => {
    mail.zone.failure = 'ESERVFAIL';

    await send({ dkim });

    expect(lastReceived().notification.receipt).toMatchObject({
      spfVerdict: { status: 'PROCESSING_FAILED' },
      dkimVerdict: { status: 'PROCESSING_FAILED' },
      dmarcVerdict: { status: 'PROCESSING_FAILED' },
    });
  });
});

test('a recipient outside the domains of the service is refused with 550 5.1.1', async () => {
  await expect(send({ to: 'someone@elsewhere.test' })).rejects.toMatchObject({
    responseCode: 550,
    response: expect.stringContaining('5.1.1'),
  });

  expect(mail.published).toEqual([]);
});

test('an unverified domain receives no email', async () => {
  mail.mail.identities.create('new.acme.test', undefined);

  await expect(send({ to: 'desk@new.acme.test' })).rejects.toMatchObject({ responseCode: 550 });
});

test('a message above 40 MB is refused and not stored', async () => {
  const raw = Buffer.concat([Buffer.from('From: kim@shop.test\r\n\r\n'), Buffer.alloc(41_943_040, 'x')]);

  await expect(send({ raw, envelope: envelope() })).rejects.toMatchObject({ responseCode: 552 });

  expect(mail.published).toEqual([]);
});

test('a bounce report with the null return path is accepted', async () => {
  await send({ envelope: { from: '', to: ['desk@mail.acme.test'] } });

  expect(lastReceived().notification.mail).toMatchObject({ source: '', commonHeaders: { returnPath: '' } });
});

test('an address outside ASCII is accepted', async () => {
  await send({ to: 'jürgen@mail.acme.test' });

  expect(lastReceived().notification.receipt.recipients).toEqual(['jürgen@mail.acme.test']);
});

test('EHLO offers STARTTLS, 8BITMIME, SMTPUTF8 and the size limit, and no AUTH', async () => {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'data');
  socket.write('EHLO mx.shop.test\r\n');
  const [reply] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();

  const offeredExtensions = reply
    .toString()
    .split('\r\n')
    .map((line) => line.slice(4));
  expect(offeredExtensions).toEqual(
    expect.arrayContaining(['STARTTLS', '8BITMIME', 'SMTPUTF8', 'SIZE 41943040']),
  );
  expect(reply.toString()).not.toContain('AUTH');
});

function envelope() {
  return { from: 'kim@shop.test', to: ['desk@mail.acme.test'] };
}
