import { isSenderAuthenticated } from '../../shared/text/sender-authenticated';
import { aFolder } from '../support/run/run-folder';
import { SmtpSession } from './support/smtp-session';
import { addDomain, inboundBucket, startMail, type StartedMail } from './support/start-mail';

process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';

let mail: StartedMail;
let port: number;
let session: SmtpSession;
beforeEach(async () => {
  mail = await startMail(aFolder());
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
const head = 'From: kim@shop.test\r\nTo: desk@mail.acme.test\r\nSubject: Hello\r\n';

describe('STARTTLS', () => {
  test('takes the mail over TLS, and says so in Received', async () => {
    expect(await session.say('STARTTLS')).toMatch(/^220 /);
    const socket = await session.upgrade();
    const offered = await session.say('EHLO mx.shop.test');
    await session.sayAll(envelope);

    expect(await session.sendBody(`${head}\r\nHi`)).toMatch(/^250 /);
    expect(socket.getProtocol()).toMatch(/^TLSv1\.[23]$/);
    expect(offered).not.toContain('STARTTLS');
    expect(stored().toString()).toContain(' with ESMTPS id ');
  });

  test('forgets what was said before', async () => {
    await session.say('MAIL FROM:<kim@shop.test>');
    await session.say('STARTTLS');
    await session.upgrade();
    await session.say('EHLO mx.shop.test');

    expect(await session.say('RCPT TO:<desk@mail.acme.test>')).toMatch(/^503 /);
  });

  test('is no condition', async () => {
    await session.sayAll(envelope);

    expect(await session.sendBody(`${head}\r\nHi`)).toMatch(/^250 /);
    expect(stored().toString()).toContain(' with ESMTP id ');
  });
});

describe('what a mail holds arrives byte for byte', () => {
  test.each([
    ['8-bit text', Buffer.from(`${head}X-Name: J\xfcrgen\r\n\r\nGr\xfc\xdfe \xff\xfe\x80\r\n`, 'latin1')],
    ['UTF-8 in headers', Buffer.from(`${head}X-Name: Jürgen 👍\r\n\r\nGrüße 👍\r\n`)],
    ['control characters', Buffer.from(`${head}\r\na\0b\x07c\x1a\r\n`, 'latin1')],
    ['long lines', Buffer.from(`${head}\r\n${'x'.repeat(5000)}\r\n`)],
    ['no body', Buffer.from(`${head}\r\n`)],
    ['no headers', Buffer.from('\r\nHi\r\n')],
  ])('%s', async (_what, raw) => {
    await session.say('MAIL FROM:<kim@shop.test> BODY=8BITMIME');
    await session.sayAll(envelope.slice(1));

    // What ends the mail is the line break of its last line.
    expect(await session.sendBody(raw.subarray(0, -2))).toMatch(/^250 /);

    expect(stored().subarray(-raw.length).equals(raw)).toBe(true);
  });

  test('a dot at the start of a line, doubled on its way', async () => {
    await session.sayAll(envelope);
    await session.sendBody(`${head}\r\n..\r\n..hidden\r\nend`);

    expect(stored().toString()).toMatch(/\r\n\r\n\.\r\n\.hidden\r\nend\r\n$/);
  });
});

describe('SMTPUTF8', () => {
  test('takes addresses outside ASCII', async () => {
    await session.sayAll([
      'MAIL FROM:<jürgen@bücher.test> SMTPUTF8 BODY=8BITMIME',
      'RCPT TO:<größe@mail.acme.test>',
      'DATA',
    ]);

    expect(await session.sendBody(`${head}\r\nHi`)).toMatch(/^250 /);
    expect(notification().mail.source).toBe('jürgen@bücher.test');
    expect(notification().receipt.recipients).toEqual(['größe@mail.acme.test']);
    expect(stored().toString()).toContain(' for größe@mail.acme.test;');
  });
});

describe('SIZE', () => {
  test('a mail that says to be above the limit is refused before it is sent', async () => {
    expect(await session.say('MAIL FROM:<kim@shop.test> SIZE=41943041')).toMatch(/^552 /);
    expect(await session.say('MAIL FROM:<kim@shop.test> SIZE=41943040')).toMatch(/^250 /);
  });

  test('a mail that is above the limit without having said so is refused at its end', async () => {
    await session.sayAll(envelope);
    const answer = await session.sendBody(Buffer.alloc(41_943_041, 'x'));
    const next = await session.say('MAIL FROM:<kim@shop.test>');

    expect(answer).toMatch(/^552 /);
    expect(next).toMatch(/^250 /);
    expect(mail.published).toEqual([]);
  });
});

describe('recipients', () => {
  test('each is answered for itself, and the mail goes to those that were taken', async () => {
    const answers = await session.sayAll([
      'MAIL FROM:<kim@shop.test>',
      'RCPT TO:<desk@mail.acme.test>',
      'RCPT TO:<desk@elsewhere.test>',
      'RCPT TO:<Sales@MAIL.acme.test>',
      'RCPT TO:<postmaster>',
      'DATA',
    ]);
    await session.sendBody(`${head}\r\nHi`);

    expect(answers.map((answer) => answer.slice(0, 3))).toEqual(['250', '250', '550', '250', '550', '354']);
    expect(notification().receipt.recipients).toEqual(['desk@mail.acme.test', 'Sales@MAIL.acme.test']);
    expect(stored().toString()).not.toContain(' for ');
  });

  test('without one there is no mail', async () => {
    await session.sayAll(['MAIL FROM:<kim@shop.test>', 'RCPT TO:<desk@elsewhere.test>']);

    expect(await session.say('DATA')).toMatch(/^503 /);
  });
});

test('several mails go through one connection, each with its own receipt', async () => {
  for (const text of ['one', 'two']) {
    await session.sayAll(envelope);
    await session.sendBody(`${head}\r\n${text}`);
  }

  const ids = mail.published.map(({ message }) => message.mail.messageId);
  expect(new Set(ids).size).toBe(2);
  expect(stored().toString()).toMatch(/\r\n\r\ntwo\r\n$/);
});

test.each(['BDAT 5 LAST', 'AUTH PLAIN AGEAYg==', 'XCLIENT ADDR=192.0.2.7'])(
  'what EHLO does not offer is refused: %s',
  async (line) => {
    const offered = await session.say('EHLO mx.shop.test');

    expect(offered).not.toMatch(/CHUNKING|BINARYMIME|AUTH|XCLIENT/);
    expect(await session.say(line)).toMatch(/^5\d\d /);
  },
);

test('who breaks off in the middle of a mail has sent none, and the next is served', async () => {
  await session.sayAll(envelope);
  session.close();
  session = await SmtpSession.open(port);
  await session.sayAll(envelope);

  expect(await session.sendBody(`${head}\r\nHi`)).toMatch(/^250 /);
  expect(mail.published).toHaveLength(1);
});

describe('what a client calls itself and its return path pass for no result of ours', () => {
  const forged = ';dkim=pass()header.d=shop.test;';

  test.each([
    ['the name', `x${forged}`, 'x@evil.test'],
    ['the return path', 'mx.evil.test', `a${forged}x@evil.test`],
    ['the return path, in quotes', 'mx.evil.test', `"a${forged}x"@evil.test`],
  ])('%s', async (_what, helo, from) => {
    session.close();
    session = await SmtpSession.open(port, helo);
    await session.sayAll([`MAIL FROM:<${from}>`, ...envelope.slice(1)]);

    expect(await session.sendBody(`${head}\r\nHi`)).toMatch(/^250 /);
    const [results = ''] = /(?<=\r\nAuthentication-Results: )[^]*?(?=\r\n\S)/.exec(stored().toString()) ?? [];
    expect(results).toContain(forged);
    expect(
      isSenderAuthenticated({
        fromDomain: 'shop.test',
        dmarcVerdict: 'GRAY',
        // As if another signature were good.
        dkimVerdict: 'PASS',
        authenticationResults: [results],
      }),
    ).toBe(false);
  });
});

function notification() {
  return mail.published.at(-1)?.message;
}

function stored(): Buffer {
  return mail.s3.get(inboundBucket, notification().receipt.action.objectKey) ?? Buffer.alloc(0);
}
