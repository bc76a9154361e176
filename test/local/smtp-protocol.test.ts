import { isSenderAuthenticated } from '../../shared/text/sender-authenticated';
import { makeTempDir } from '../support/run/run-dir';
import { SmtpSession } from './support/smtp-session';
import { addDomain, inboundBucket, startMail, type StartedMail } from './support/start-mail';

process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';

let mail: StartedMail;
let port: number;
let session: SmtpSession;
beforeEach(async () => {
  mail = await startMail(makeTempDir());
  await addDomain(mail, 'mail.acme.test');
  port = await mail.mail.smtp.listen(0);
  session = await SmtpSession.open(port);
});
afterEach(async () => {
  session.close();
  await mail.mail.smtp.close();
  await mail.close();
});

const envelope = ['MAIL FROM:<kim@shop.test>', 'RCPT TO:<desk@mail.acme.test>', 'DATA'];
const headers = 'From: kim@shop.test\r\nTo: desk@mail.acme.test\r\nSubject: Hello\r\n';

describe('STARTTLS', () => {
  test('receives the message over TLS, and names ESMTPS in Received', async () => {
    expect(await session.sendCommand('STARTTLS')).toMatch(/^220 /);
    const socket = await session.startTls();
    const ehloReply = await session.sendCommand('EHLO mx.shop.test');
    await session.sendCommands(envelope);

    expect(await session.sendBody(`${headers}\r\nHi`)).toMatch(/^250 /);
    expect(socket.getProtocol()).toMatch(/^TLSv1\.[23]$/);
    expect(ehloReply).not.toContain('STARTTLS');
    expect(storedMail().toString()).toContain(' with ESMTPS id ');
  });

  test('resets the session state', async () => {
    await session.sendCommand('MAIL FROM:<kim@shop.test>');
    await session.sendCommand('STARTTLS');
    await session.startTls();
    await session.sendCommand('EHLO mx.shop.test');

    expect(await session.sendCommand('RCPT TO:<desk@mail.acme.test>')).toMatch(/^503 /);
  });

  test('is optional', async () => {
    await session.sendCommands(envelope);

    expect(await session.sendBody(`${headers}\r\nHi`)).toMatch(/^250 /);
    expect(storedMail().toString()).toContain(' with ESMTP id ');
  });
});

describe('a message is stored byte for byte', () => {
  test.each([
    ['8-bit text', Buffer.from(`${headers}X-Name: J\xfcrgen\r\n\r\nGr\xfc\xdfe \xff\xfe\x80\r\n`, 'latin1')],
    ['UTF-8 in headers', Buffer.from(`${headers}X-Name: Jürgen 👍\r\n\r\nGrüße 👍\r\n`)],
    ['control characters', Buffer.from(`${headers}\r\na\0b\x07c\x1a\r\n`, 'latin1')],
    ['long lines', Buffer.from(`${headers}\r\n${'x'.repeat(5000)}\r\n`)],
    ['no body', Buffer.from(`${headers}\r\n`)],
    ['no headers', Buffer.from('\r\nHi\r\n')],
  ])('%s', async (_what, raw) => {
    await session.sendCommand('MAIL FROM:<kim@shop.test> BODY=8BITMIME');
    await session.sendCommands(envelope.slice(1));

    // sendBody adds the last line break, which is part of the end marker.
    expect(await session.sendBody(raw.subarray(0, -2))).toMatch(/^250 /);

    expect(storedMail().subarray(-raw.length).equals(raw)).toBe(true);
  });

  test('with dot-stuffing removed', async () => {
    await session.sendCommands(envelope);
    await session.sendBody(`${headers}\r\n..\r\n..hidden\r\nend`);

    expect(storedMail().toString()).toMatch(/\r\n\r\n\.\r\n\.hidden\r\nend\r\n$/);
  });
});

describe('SMTPUTF8', () => {
  test('accepts addresses outside ASCII', async () => {
    await session.sendCommands([
      'MAIL FROM:<jürgen@bücher.test> SMTPUTF8 BODY=8BITMIME',
      'RCPT TO:<größe@mail.acme.test>',
      'DATA',
    ]);

    expect(await session.sendBody(`${headers}\r\nHi`)).toMatch(/^250 /);
    expect(lastNotification().mail.source).toBe('jürgen@bücher.test');
    expect(lastNotification().receipt.recipients).toEqual(['größe@mail.acme.test']);
    expect(storedMail().toString()).toContain(' for größe@mail.acme.test;');
  });
});

describe('SIZE', () => {
  test('a message that declares a SIZE above the limit is refused before it is sent', async () => {
    expect(await session.sendCommand('MAIL FROM:<kim@shop.test> SIZE=41943041')).toMatch(/^552 /);
    expect(await session.sendCommand('MAIL FROM:<kim@shop.test> SIZE=41943040')).toMatch(/^250 /);
  });

  test('a message above the limit without a declared SIZE is refused after its last byte', async () => {
    await session.sendCommands(envelope);
    const reply = await session.sendBody(Buffer.alloc(41_943_041, 'x'));
    const nextReply = await session.sendCommand('MAIL FROM:<kim@shop.test>');

    expect(reply).toMatch(/^552 /);
    expect(nextReply).toMatch(/^250 /);
    expect(mail.published).toEqual([]);
  });
});

describe('recipients', () => {
  test('each recipient gets its own reply, and the message goes to the accepted recipients', async () => {
    const replies = await session.sendCommands([
      'MAIL FROM:<kim@shop.test>',
      'RCPT TO:<desk@mail.acme.test>',
      'RCPT TO:<desk@elsewhere.test>',
      'RCPT TO:<Sales@MAIL.acme.test>',
      'RCPT TO:<postmaster>',
      'DATA',
    ]);
    await session.sendBody(`${headers}\r\nHi`);

    expect(replies.map((reply) => reply.slice(0, 3))).toEqual(['250', '250', '550', '250', '550', '354']);
    expect(lastNotification().receipt.recipients).toEqual(['desk@mail.acme.test', 'Sales@MAIL.acme.test']);
    expect(storedMail().toString()).not.toContain(' for ');
  });

  test('DATA is refused without an accepted recipient', async () => {
    await session.sendCommands(['MAIL FROM:<kim@shop.test>', 'RCPT TO:<desk@elsewhere.test>']);

    expect(await session.sendCommand('DATA')).toMatch(/^503 /);
  });
});

test('one connection can send several messages, each with its own receipt', async () => {
  for (const text of ['one', 'two']) {
    await session.sendCommands(envelope);
    await session.sendBody(`${headers}\r\n${text}`);
  }

  const ids = mail.published.map(({ message }) => message.mail.messageId);
  expect(new Set(ids).size).toBe(2);
  expect(storedMail().toString()).toMatch(/\r\n\r\ntwo\r\n$/);
});

test.each(['BDAT 5 LAST', 'AUTH PLAIN AGEAYg==', 'XCLIENT ADDR=192.0.2.7'])(
  'a command that EHLO does not offer is refused: %s',
  async (line) => {
    const ehloReply = await session.sendCommand('EHLO mx.shop.test');

    expect(ehloReply).not.toMatch(/CHUNKING|BINARYMIME|AUTH|XCLIENT/);
    expect(await session.sendCommand(line)).toMatch(/^5\d\d /);
  },
);

test('a message is dropped if its client disconnects during the transfer, and the next client is served', async () => {
  await session.sendCommands(envelope);
  session.close();
  session = await SmtpSession.open(port);
  await session.sendCommands(envelope);

  expect(await session.sendBody(`${headers}\r\nHi`)).toMatch(/^250 /);
  expect(mail.published).toHaveLength(1);
});

describe('a forged HELO name or return path is not parsed as an authentication result', () => {
  const forgedResult = ';dkim=pass()header.d=shop.test;';

  test.each([
    ['the HELO name', `x${forgedResult}`, 'x@evil.test'],
    ['the return path', 'mx.evil.test', `a${forgedResult}x@evil.test`],
    ['the return path, in quotes', 'mx.evil.test', `"a${forgedResult}x"@evil.test`],
  ])('%s', async (_what, helo, from) => {
    session.close();
    session = await SmtpSession.open(port, helo);
    await session.sendCommands([`MAIL FROM:<${from}>`, ...envelope.slice(1)]);

    expect(await session.sendBody(`${headers}\r\nHi`)).toMatch(/^250 /);
    const [results = ''] =
      /(?<=\r\nAuthentication-Results: )[^]*?(?=\r\n\S)/.exec(storedMail().toString()) ?? [];
    expect(results).toContain(forgedResult);
    expect(
      isSenderAuthenticated({
        fromDomain: 'shop.test',
        dmarcVerdict: 'GRAY',
        // Simulates a valid signature of another domain.
        dkimVerdict: 'PASS',
        authenticationResults: [results],
      }),
    ).toBe(false);
  });
});

function lastNotification() {
  return mail.published.at(-1)?.message;
}

function storedMail(): Buffer {
  return mail.s3.get(inboundBucket, lastNotification().receipt.action.objectKey) ?? Buffer.alloc(0);
}
