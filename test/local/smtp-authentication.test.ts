import { generateKeyPairSync } from 'node:crypto';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { isSenderAuthenticated } from '../../shared/text/sender-authenticated';
import { aFolder } from '../support/run/run-folder';
import { addDomain, inboundBucket, startMail, type StartedMail } from './support/start-mail';

process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const keyRecord = { TXT: [`v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`] };

let mail: StartedMail;
let port: number;
beforeEach(async () => {
  mail = await startMail(aFolder());
  await addDomain(mail, 'mail.acme.test');
  port = await mail.mail.smtp.listen(0);
  for (const domain of ['shop.test', 'carrier.test', 'evil.test'])
    mail.zone.set(`k1._domainkey.${domain}`, keyRecord);
});
afterEach(async () => {
  await mail.mail.smtp.close();
  await mail.close();
});

describe('SPF', () => {
  test.each([
    ['ip4:127.0.0.1 -all', 'PASS', 'pass'],
    ['ip4:203.0.113.9 -all', 'FAIL', 'fail'],
    ['ip4:203.0.113.9 ~all', 'GRAY', 'softfail'],
    ['ip4:203.0.113.9 ?all', 'GRAY', 'neutral'],
    ['include:carrier.test -all', 'PASS', 'pass'],
    ['a:mx.carrier.test -all', 'PASS', 'pass'],
    ['mx:carrier.test -all', 'PASS', 'pass'],
    ['redirect=carrier.test', 'PASS', 'pass'],
    ['include:shop.test -all', 'PROCESSING_FAILED', 'permerror'],
    ['not spf at all', 'PROCESSING_FAILED', 'permerror'],
  ])('%s is %s', async (policy, status, result) => {
    mail.zone.set('carrier.test', {
      TXT: ['v=spf1 ip4:127.0.0.1 -all'],
      MX: [{ exchange: 'mx.carrier.test', priority: 10 }],
    });
    mail.zone.set('mx.carrier.test', { A: ['127.0.0.1'] });
    mail.zone.set('shop.test', { TXT: [`v=spf1 ${policy}`] });

    await send();

    expect(received().receipt).toMatchObject({ spfVerdict: { status } });
    expect(received().results).toMatch(
      new RegExp(`^amazonses\\.com; spf=${result} \\(spfCheck: domain of shop\\.test `),
    );
  });

  test('judges the return path, not who is named as the sender', async () => {
    mail.zone.set('carrier.test', { TXT: ['v=spf1 ip4:127.0.0.1 -all'] });

    await send({ envelope: { from: 'bounces@carrier.test', to: 'desk@mail.acme.test' } });

    expect(received().receipt).toMatchObject({
      spfVerdict: { status: 'PASS' },
      dmarcVerdict: { status: 'GRAY' },
    });
    expect(received().results).toContain('envelope-from=bounces@carrier.test; helo=mx.shop.test;');
  });

  test('judges the name of the client where the return path is null', async () => {
    mail.zone.set('mx.shop.test', { TXT: ['v=spf1 ip4:127.0.0.1 -all'] });

    await send({ envelope: { from: '', to: 'desk@mail.acme.test' } });

    expect(received().receipt).toMatchObject({ spfVerdict: { status: 'PASS' } });
  });

  test('is found for an international domain', async () => {
    mail.zone.set('xn--bcher-kva.test', { TXT: ['v=spf1 ip4:127.0.0.1 -all'] });

    await send({ envelope: { from: 'kim@xn--bcher-kva.test', to: 'desk@mail.acme.test' } });

    expect(received().receipt).toMatchObject({ spfVerdict: { status: 'PASS' } });
  });
});

describe('DKIM', () => {
  test('a signature of another domain passes and is named', async () => {
    await send({ dkim: signer('carrier.test') });

    expect(received().receipt).toMatchObject({
      dkimVerdict: { status: 'PASS' },
      dmarcVerdict: { status: 'GRAY' },
    });
    expect(received().results).toContain(' dkim=pass header.i=@carrier.test;');
    expect(isBelieved('shop.test')).toBe(false);
  });

  test('of several signatures each is named, and one good one is enough', async () => {
    await send({ dkim: { keys: [signer('carrier.test'), signer('shop.test'), signer('keyless.test')] } });

    expect(received().receipt).toMatchObject({ dkimVerdict: { status: 'PASS' } });
    expect(received().results).toContain('dkim=pass header.i=@carrier.test;');
    expect(received().results).toContain('dkim=pass header.i=@shop.test;');
    expect(received().results).toMatch(/dkim=(neutral|fail|permerror) header\.i=@keyless\.test;/);
    expect(isBelieved('shop.test')).toBe(true);
  });

  test('fails when the text was changed on the way', async () => {
    const signed = await build({ dkim: signer('shop.test') });

    // Its signature may have the same two letters.
    await send(asWritten(signed.replace('\r\n\r\nHi', '\r\n\r\nHo')));

    expect(received().receipt).toMatchObject({ dkimVerdict: { status: 'FAIL' } });
    expect(received().results).toContain('dkim=neutral header.i=@shop.test');
    expect(isBelieved('shop.test')).toBe(false);
  });

  test('fails when a signed header was changed on the way', async () => {
    const signed = await build({ dkim: signer('shop.test') });

    await send(asWritten(signed.replace('Subject: Hello', 'Subject: Pay me')));

    expect(received().receipt).toMatchObject({ dkimVerdict: { status: 'FAIL' } });
    expect(received().results).toContain('dkim=fail header.i=@shop.test');
  });

  test('holds when the mail is passed on unchanged', async () => {
    const signed = await build({ dkim: signer('shop.test') });

    await send(
      asWritten(`Received: from list.test by relay.test; Mon, 2 Nov 2026 09:00:00 +0000\r\n${signed}`),
    );

    expect(received().receipt).toMatchObject({ dkimVerdict: { status: 'PASS' } });
  });
});

describe('DMARC', () => {
  const none = { spfVerdict: { status: 'GRAY' }, dkimVerdict: { status: 'GRAY' } };

  test.each(['none', 'quarantine', 'reject'])(
    'fails with the policy %s, and the mail still arrives',
    async (p) => {
      mail.zone.set('_dmarc.shop.test', { TXT: [`v=DMARC1; p=${p}`] });

      await send();

      expect(received().receipt).toMatchObject({ ...none, dmarcVerdict: { status: 'FAIL' }, dmarcPolicy: p });
      expect(received().results).toContain('dmarc=fail header.from=shop.test;');
    },
  );

  test('passes by SPF alone, and by a signature alone', async () => {
    mail.zone.set('_dmarc.shop.test', { TXT: ['v=DMARC1; p=reject'] });

    await send({ dkim: signer('shop.test') });
    const bySignature = received().receipt;
    mail.zone.set('shop.test', { TXT: ['v=spf1 ip4:127.0.0.1 -all'] });
    await send();
    const bySpf = received().receipt;

    expect(bySignature).toMatchObject({ spfVerdict: { status: 'GRAY' }, dmarcVerdict: { status: 'PASS' } });
    expect(bySpf).toMatchObject({ dkimVerdict: { status: 'GRAY' }, dmarcVerdict: { status: 'PASS' } });
    expect(bySpf).not.toHaveProperty('dmarcPolicy');
  });

  test('is not passed by the good name of another domain', async () => {
    mail.zone.set('_dmarc.shop.test', { TXT: ['v=DMARC1; p=quarantine'] });
    mail.zone.set('evil.test', { TXT: ['v=spf1 ip4:127.0.0.1 -all'] });

    await send({
      dkim: signer('evil.test'),
      envelope: { from: 'x@evil.test', to: 'desk@mail.acme.test' },
    });

    expect(received().receipt).toMatchObject({
      spfVerdict: { status: 'PASS' },
      dkimVerdict: { status: 'PASS' },
      dmarcVerdict: { status: 'FAIL' },
      dmarcPolicy: 'quarantine',
    });
    expect(isBelieved('shop.test')).toBe(false);
  });

  test('takes a domain below for the same sender, unless the policy is strict', async () => {
    mail.zone.set('_dmarc.shop.test', { TXT: ['v=DMARC1; p=reject'] });
    mail.zone.set('k1._domainkey.news.shop.test', keyRecord);

    await send({ dkim: signer('news.shop.test') });
    const relaxed = received().receipt;
    mail.zone.set('_dmarc.shop.test', { TXT: ['v=DMARC1; p=reject; adkim=s'] });
    await send({ dkim: signer('news.shop.test') });
    const strict = received().receipt;

    expect(relaxed).toMatchObject({ dmarcVerdict: { status: 'PASS' } });
    expect(strict).toMatchObject({ dmarcVerdict: { status: 'FAIL' } });
  });

  test('takes the policy for domains below from the domain above', async () => {
    mail.zone.set('_dmarc.shop.test', { TXT: ['v=DMARC1; p=none; sp=reject'] });

    await send({ from: 'kim@news.shop.test' });

    expect(received().receipt).toMatchObject({ dmarcVerdict: { status: 'FAIL' }, dmarcPolicy: 'reject' });
  });
});

describe('what a sender writes to look like us', () => {
  const forged =
    'Authentication-Results: amazonses.com; dkim=pass header.i=@shop.test; dmarc=pass header.from=shop.test';

  test('an Authentication-Results header stays below ours and convinces nobody', async () => {
    const signed = await build({ dkim: signer('evil.test') });

    await send(asWritten(`${forged}\r\n${signed}`));

    const all = resultsIn(received().raw);
    expect(all).toHaveLength(2);
    expect(all[0]).toMatch(/ dkim=pass header\.i=@evil\.test; dmarc=none header\.from=shop\.test;$/);
    expect(`Authentication-Results: ${all[1]}`).toBe(forged);
    expect(isBelieved('shop.test')).toBe(false);
  });

  test('two senders in one mail are not judged by the one who signed', async () => {
    mail.zone.set('_dmarc.evil.test', { TXT: ['v=DMARC1; p=reject'] });

    await send({ from: ['kim@shop.test', 'x@evil.test'], dkim: signer('evil.test') });

    expect(received().receipt).toMatchObject({
      dkimVerdict: { status: 'PASS' },
      dmarcVerdict: { status: 'GRAY' },
    });
    expect(isBelieved('shop.test')).toBe(false);
  });
});

function signer(domainName: string) {
  return { domainName, keySelector: 'k1', privateKey };
}

const aMail: SendMailOptions = {
  from: 'Kim <kim@shop.test>',
  to: 'desk@mail.acme.test',
  subject: 'Hello',
  text: 'Hi',
};

async function send(overrides: SendMailOptions = {}): Promise<void> {
  const transport = createTransport({
    host: '127.0.0.1',
    port,
    name: 'mx.shop.test',
    tls: { rejectUnauthorized: false },
  });
  try {
    await transport.sendMail({ ...aMail, ...overrides });
  } finally {
    transport.close();
  }
}

/** The mail as it would leave. */
async function build(overrides: SendMailOptions): Promise<string> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message } = await transport.sendMail({ ...aMail, ...overrides });
  return message.toString();
}

function asWritten(raw: string): SendMailOptions {
  return { raw: Buffer.from(raw), envelope: { from: 'kim@shop.test', to: 'desk@mail.acme.test' } };
}

function received() {
  const { receipt } = mail.published.at(-1)?.message ?? {};
  const raw = mail.s3.get(inboundBucket, receipt.action.objectKey)?.toString() ?? '';
  return { receipt, raw, results: resultsIn(raw)[0] ?? '' };
}

/** What the service makes of it. */
function isBelieved(fromDomain: string): boolean {
  const { receipt, raw } = received();
  return isSenderAuthenticated({
    fromDomain,
    dmarcVerdict: receipt.dmarcVerdict.status,
    dkimVerdict: receipt.dkimVerdict.status,
    authenticationResults: resultsIn(raw),
  });
}

function resultsIn(raw: string): string[] {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n(?=[ \t])/g, '');
  const prefix = 'Authentication-Results: ';
  return head
    .split('\r\n')
    .filter((line) => line.startsWith(prefix))
    .map((line) => line.slice(prefix.length));
}
