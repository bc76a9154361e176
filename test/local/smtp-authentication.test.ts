import { generateKeyPairSync } from 'node:crypto';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { isSenderAuthenticated } from '../../shared/text/sender-authenticated';
import { makeTempDir } from '../support/run/run-dir';
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
  mail = await startMail(makeTempDir());
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
  ])('the policy %s leads to the verdict %s', async (policy, status, result) => {
    mail.zone.set('carrier.test', {
      TXT: ['v=spf1 ip4:127.0.0.1 -all'],
      MX: [{ exchange: 'mx.carrier.test', priority: 10 }],
    });
    mail.zone.set('mx.carrier.test', { A: ['127.0.0.1'] });
    mail.zone.set('shop.test', { TXT: [`v=spf1 ${policy}`] });

    await send();

    expect(lastReceived().receipt).toMatchObject({ spfVerdict: { status } });
    expect(lastReceived().results).toMatch(
      new RegExp(`^amazonses\\.com; spf=${result} \\(spfCheck: domain of shop\\.test `),
    );
  });

  test('evaluates the return path, not the From header', async () => {
    mail.zone.set('carrier.test', { TXT: ['v=spf1 ip4:127.0.0.1 -all'] });

    await send({ envelope: { from: 'bounces@carrier.test', to: 'desk@mail.acme.test' } });

    expect(lastReceived().receipt).toMatchObject({
      spfVerdict: { status: 'PASS' },
      dmarcVerdict: { status: 'GRAY' },
    });
    expect(lastReceived().results).toContain('envelope-from=bounces@carrier.test; helo=mx.shop.test;');
  });

  test('evaluates the HELO name when the return path is null', async () => {
    mail.zone.set('mx.shop.test', { TXT: ['v=spf1 ip4:127.0.0.1 -all'] });

    await send({ envelope: { from: '', to: 'desk@mail.acme.test' } });

    expect(lastReceived().receipt).toMatchObject({ spfVerdict: { status: 'PASS' } });
  });

  test('works for an internationalized domain', async () => {
    mail.zone.set('xn--bcher-kva.test', { TXT: ['v=spf1 ip4:127.0.0.1 -all'] });

    await send({ envelope: { from: 'kim@xn--bcher-kva.test', to: 'desk@mail.acme.test' } });

    expect(lastReceived().receipt).toMatchObject({ spfVerdict: { status: 'PASS' } });
  });
});

describe('DKIM', () => {
  test('a signature of another domain passes, and the header names that domain', async () => {
    await send({ dkim: dkimSigner('carrier.test') });

    expect(lastReceived().receipt).toMatchObject({
      dkimVerdict: { status: 'PASS' },
      dmarcVerdict: { status: 'GRAY' },
    });
    expect(lastReceived().results).toContain(' dkim=pass header.i=@carrier.test;');
    expect(isAuthenticated('shop.test')).toBe(false);
  });

  test('lists each of several signatures, and passes with one valid signature', async () => {
    await send({
      dkim: { keys: [dkimSigner('carrier.test'), dkimSigner('shop.test'), dkimSigner('keyless.test')] },
    });

    expect(lastReceived().receipt).toMatchObject({ dkimVerdict: { status: 'PASS' } });
    expect(lastReceived().results).toContain('dkim=pass header.i=@carrier.test;');
    expect(lastReceived().results).toContain('dkim=pass header.i=@shop.test;');
    expect(lastReceived().results).toMatch(/dkim=(neutral|fail|permerror) header\.i=@keyless\.test;/);
    expect(isAuthenticated('shop.test')).toBe(true);
  });

  test('fails when the body was changed in transit', async () => {
    const signed = await buildRawMail({ dkim: dkimSigner('shop.test') });

    // Includes the blank line, because the base64 of the signature may also contain `Hi`.
    await send(rawMessage(signed.replace('\r\n\r\nHi', '\r\n\r\nHo')));

    expect(lastReceived().receipt).toMatchObject({ dkimVerdict: { status: 'FAIL' } });
    expect(lastReceived().results).toContain('dkim=neutral header.i=@shop.test');
    expect(isAuthenticated('shop.test')).toBe(false);
  });

  test('fails when a signed header was changed in transit', async () => {
    const signed = await buildRawMail({ dkim: dkimSigner('shop.test') });

    await send(rawMessage(signed.replace('Subject: Hello', 'Subject: Pay me')));

    expect(lastReceived().receipt).toMatchObject({ dkimVerdict: { status: 'FAIL' } });
    expect(lastReceived().results).toContain('dkim=fail header.i=@shop.test');
  });

  test('passes when the message is forwarded unchanged', async () => {
    const signed = await buildRawMail({ dkim: dkimSigner('shop.test') });

    await send(
      rawMessage(`Received: from list.test by relay.test; Mon, 2 Nov 2026 09:00:00 +0000\r\n${signed}`),
    );

    expect(lastReceived().receipt).toMatchObject({ dkimVerdict: { status: 'PASS' } });
  });
});

describe('DMARC', () => {
  const noVerdicts = { spfVerdict: { status: 'GRAY' }, dkimVerdict: { status: 'GRAY' } };

  test.each(['none', 'quarantine', 'reject'])(
    'fails for an unsigned message under the policy %s, and the message is received',
    async (policy) => {
      mail.zone.set('_dmarc.shop.test', { TXT: [`v=DMARC1; p=${policy}`] });

      await send();

      expect(lastReceived().receipt).toMatchObject({
        ...noVerdicts,
        dmarcVerdict: { status: 'FAIL' },
        dmarcPolicy: policy,
      });
      expect(lastReceived().results).toContain('dmarc=fail header.from=shop.test;');
    },
  );

  test('passes with SPF alone, and with DKIM alone', async () => {
    mail.zone.set('_dmarc.shop.test', { TXT: ['v=DMARC1; p=reject'] });

    await send({ dkim: dkimSigner('shop.test') });
    const bySignature = lastReceived().receipt;
    mail.zone.set('shop.test', { TXT: ['v=spf1 ip4:127.0.0.1 -all'] });
    await send();
    const bySpf = lastReceived().receipt;

    expect(bySignature).toMatchObject({ spfVerdict: { status: 'GRAY' }, dmarcVerdict: { status: 'PASS' } });
    expect(bySpf).toMatchObject({ dkimVerdict: { status: 'GRAY' }, dmarcVerdict: { status: 'PASS' } });
    expect(bySpf).not.toHaveProperty('dmarcPolicy');
  });

  test('does not pass with SPF and DKIM of another domain', async () => {
    mail.zone.set('_dmarc.shop.test', { TXT: ['v=DMARC1; p=quarantine'] });
    mail.zone.set('evil.test', { TXT: ['v=spf1 ip4:127.0.0.1 -all'] });

    await send({
      dkim: dkimSigner('evil.test'),
      envelope: { from: 'x@evil.test', to: 'desk@mail.acme.test' },
    });

    expect(lastReceived().receipt).toMatchObject({
      spfVerdict: { status: 'PASS' },
      dkimVerdict: { status: 'PASS' },
      dmarcVerdict: { status: 'FAIL' },
      dmarcPolicy: 'quarantine',
    });
    expect(isAuthenticated('shop.test')).toBe(false);
  });

  test('accepts a subdomain as aligned, unless the policy is strict', async () => {
    mail.zone.set('_dmarc.shop.test', { TXT: ['v=DMARC1; p=reject'] });
    mail.zone.set('k1._domainkey.news.shop.test', keyRecord);

    await send({ dkim: dkimSigner('news.shop.test') });
    const relaxed = lastReceived().receipt;
    mail.zone.set('_dmarc.shop.test', { TXT: ['v=DMARC1; p=reject; adkim=s'] });
    await send({ dkim: dkimSigner('news.shop.test') });
    const strict = lastReceived().receipt;

    expect(relaxed).toMatchObject({ dmarcVerdict: { status: 'PASS' } });
    expect(strict).toMatchObject({ dmarcVerdict: { status: 'FAIL' } });
  });

  test('uses the subdomain policy of the parent domain', async () => {
    mail.zone.set('_dmarc.shop.test', { TXT: ['v=DMARC1; p=none; sp=reject'] });

    await send({ from: 'kim@news.shop.test' });

    expect(lastReceived().receipt).toMatchObject({ dmarcVerdict: { status: 'FAIL' }, dmarcPolicy: 'reject' });
  });
});

describe('forged results of a sender', () => {
  const forgedHeader =
    'Authentication-Results: amazonses.com; dkim=pass header.i=@shop.test; dmarc=pass header.from=shop.test';

  test('a forged Authentication-Results header is kept below the header of SES and authenticates no sender', async () => {
    const signed = await buildRawMail({ dkim: dkimSigner('evil.test') });

    await send(rawMessage(`${forgedHeader}\r\n${signed}`));

    const allResults = authenticationResultsIn(lastReceived().raw);
    expect(allResults).toHaveLength(2);
    expect(allResults[0]).toMatch(/ dkim=pass header\.i=@evil\.test; dmarc=none header\.from=shop\.test;$/);
    expect(`Authentication-Results: ${allResults[1]}`).toBe(forgedHeader);
    expect(isAuthenticated('shop.test')).toBe(false);
  });

  test('a signature of one domain does not authenticate a message with two From addresses', async () => {
    mail.zone.set('_dmarc.evil.test', { TXT: ['v=DMARC1; p=reject'] });

    await send({ from: ['kim@shop.test', 'x@evil.test'], dkim: dkimSigner('evil.test') });

    expect(lastReceived().receipt).toMatchObject({
      dkimVerdict: { status: 'PASS' },
      dmarcVerdict: { status: 'GRAY' },
    });
    expect(isAuthenticated('shop.test')).toBe(false);
  });
});

function dkimSigner(domainName: string) {
  return { domainName, keySelector: 'k1', privateKey };
}

const defaultMail: SendMailOptions = {
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
    await transport.sendMail({ ...defaultMail, ...overrides });
  } finally {
    transport.close();
  }
}

/** Builds the message that `send` would send. */
async function buildRawMail(overrides: SendMailOptions): Promise<string> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message } = await transport.sendMail({ ...defaultMail, ...overrides });
  if (!Buffer.isBuffer(message)) throw new Error('The transport must buffer the message');
  return message.toString();
}

function rawMessage(raw: string): SendMailOptions {
  return { raw: Buffer.from(raw), envelope: { from: 'kim@shop.test', to: 'desk@mail.acme.test' } };
}

function lastReceived() {
  const { receipt } = mail.published.at(-1)?.message ?? {};
  const raw = mail.s3.get(inboundBucket, receipt.action.objectKey)?.toString() ?? '';
  return { receipt, raw, results: authenticationResultsIn(raw)[0] ?? '' };
}

/** Returns whether the service considers the sender authenticated. */
function isAuthenticated(fromDomain: string): boolean {
  const { receipt, raw } = lastReceived();
  return isSenderAuthenticated({
    fromDomain,
    dmarcVerdict: receipt.dmarcVerdict.status,
    dkimVerdict: receipt.dkimVerdict.status,
    authenticationResults: authenticationResultsIn(raw),
  });
}

function authenticationResultsIn(raw: string): string[] {
  const headerLines = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n(?=[ \t])/g, '');
  const prefix = 'Authentication-Results: ';
  return headerLines
    .split('\r\n')
    .filter((line) => line.startsWith(prefix))
    .map((line) => line.slice(prefix.length));
}
