import { randomUUID } from 'node:crypto';
import { minuteMs } from '../../../shared/core/time';
import { anEmail } from '../../support/factories';
import type { Answer } from '../../support/service';
import { aSuppressedAddress, mailOf } from '../../support/arrange';
import { theService } from '../../support/the-service';

const service = theService();

const send = (overrides: Record<string, unknown>): Promise<Answer> =>
  service.api('POST', '/v1/emails', { body: anEmail(overrides) });

const setDns = (domain: string, answers: Record<string, unknown>): Promise<unknown> =>
  service.control('PUT', `/dns/${domain}`, answers);

/** A domain that nobody has asked for yet. */
async function aName(answers?: Record<string, unknown>): Promise<string> {
  const domain = `${randomUUID().slice(0, 8)}.example`;
  if (answers) await setDns(domain, answers);
  return domain;
}

const noSuchDomain = { error: 'NXDOMAIN' };
const nullMx = { MX: [{ exchange: '.', priority: 0 }], A: ['203.0.113.1'] };

const rejected = (domain: string) => ({
  id: expect.any(String),
  status: 'rejected',
  thread_id: null,
  scheduled_at: null,
  skipped: true,
  reason: `undeliverable_domain:${domain}`,
  approval_id: null,
});

describe('a domain that cannot receive mail', () => {
  test.each([
    ['does not exist', noSuchDomain],
    ['has neither MX nor address', { TXT: ['v=spf1 -all'] }],
    ['says that it takes no mail', nullMx],
  ])('%s: the mail is rejected, recorded, and never handed over', async (_what, answers) => {
    const domain = await aName(answers);

    const sent = await send({ to: `Kim <kim@${domain}>` });
    const email = await service.api('GET', `/v1/emails/${sent.body.id}`);

    expect(sent).toMatchObject({ status: 202, body: rejected(domain) });
    expect(email.body).toMatchObject({ status: 'rejected', to: [`kim@${domain}`], sent_at: null });
    expect(await service.outbox(`?message_id=${sent.body.id}`)).toEqual([]);
  });

  test('is named in its ASCII form, in lower case', async () => {
    const label = randomUUID().slice(0, 8);

    const international = await send({ to: `kim@bücher-${label}.invalid` });
    const capitals = await send({ to: `Kim@NOBODY-${label}.Invalid` });

    expect(international.body).toEqual(rejected(new URL(`https://bücher-${label}.invalid`).hostname));
    expect(capitals.body).toEqual(rejected(`nobody-${label}.invalid`));
  });

  test('loses its own recipients, in to, cc and bcc, and nobody else', async () => {
    const [gone, refusing] = [await aName(noSuchDomain), await aName(nullMx)];

    const sent = await send({
      to: [`a@${gone}`, 'kim@example.com'],
      cc: [`b@${refusing}`, 'li@example.com'],
      bcc: ['bo@example.com', `c@${gone}`],
    });
    const mail = await mailOf(service, sent.body.id);

    expect(sent).toMatchObject({ status: 202, body: { status: 'sent', skipped: false, reason: null } });
    expect(mail).toMatchObject({
      to: ['kim@example.com'],
      cc: ['li@example.com'],
      bcc: ['bo@example.com'],
    });
    expect(mail.raw.toString()).not.toContain(gone);
    expect(mail.raw.toString()).not.toContain(refusing);
  });

  test('rejects the mail when nobody is left in to, though cc remains; the first address is the reason', async () => {
    const [first, second] = [await aName(noSuchDomain), await aName(noSuchDomain)];

    const sent = await send({ to: [`a@${first}`, `b@${second}`], cc: ['li@example.com'] });

    expect(sent).toMatchObject({ status: 202, body: rejected(first) });
    expect(await service.outbox(`?message_id=${sent.body.id}`)).toEqual([]);
  });

  test('is no reason for an address that is suppressed', async () => {
    const to = await aSuppressedAddress(service);
    const domain = to.slice(to.indexOf('@') + 1);
    await service.advance(10 * minuteMs);
    await setDns(domain, noSuchDomain);

    const [suppressed, other] = [await send({ to }), await send({ to: `success@${domain}` })];
    await service.control('DELETE', `/dns/${domain}`);

    expect(suppressed.body.reason).toMatch(/^suppressed:/);
    expect(other.body.reason).toBe(`undeliverable_domain:${domain}`);
  });
});

describe('a domain gets its mail', () => {
  test.each([
    ['has an MX and no address', { MX: [{ exchange: 'mx.example.net', priority: 10 }] }],
    ['has no MX, but an IPv4 address', { A: ['203.0.113.1'] }],
    ['has no MX, but an IPv6 address', { AAAA: ['2606:4700::1'] }],
    ['has an alias that leads to an address', { CNAME: ['example.com'] }],
    ['cannot be looked up now', { error: 'SERVFAIL' }],
  ])('when it %s', async (_what, answers) => {
    const domain = await aName(answers);

    const sent = await send({ to: `kim@${domain}` });

    expect(sent).toMatchObject({ status: 202, body: { status: 'sent', skipped: false, reason: null } });
    expect(await service.outbox(`?message_id=${sent.body.id}`)).toMatchObject([{ to: [`kim@${domain}`] }]);
  });

  test('when DNS does not answer, and nobody waits longer than for two seconds', async () => {
    const silent = await Promise.all(Array.from({ length: 5 }, () => aName({ error: 'TIMEOUT' })));
    const gone = await aName(noSuchDomain);
    const alone = await aName({ error: 'TIMEOUT' });
    await send({});

    const begun = performance.now();
    await send({ to: `kim@${alone}` });
    const started = performance.now();
    const sent = await send({ to: [...silent, gone].map((domain) => `kim@${domain}`) });
    const tookMs = performance.now() - started;

    expect(sent).toMatchObject({ status: 202, body: { status: 'sent', skipped: false } });
    expect(await service.outbox(`?message_id=${sent.body.id}`)).toMatchObject([
      { to: silent.map((domain) => `kim@${domain}`) },
    ]);
    expect(tookMs).toBeGreaterThan(1_900);
    // One after the other they would take five times as long as one.
    expect(tookMs).toBeLessThan(3 * (started - begun));
  });
});

describe('what was learnt of a domain', () => {
  const statusOf = async (domain: string): Promise<string> =>
    (await send({ to: `kim@${domain}` })).body.status;

  test('holds for ten minutes when it takes mail', async () => {
    const domain = await aName();
    const first = await statusOf(domain);
    await setDns(domain, noSuchDomain);

    const atOnce = await statusOf(domain);
    await service.advance(9 * minuteMs);
    const nineMinutesLater = await statusOf(domain);
    await service.advance(minuteMs);
    const tenMinutesLater = await statusOf(domain);

    expect([first, atOnce, nineMinutesLater, tenMinutesLater]).toEqual(['sent', 'sent', 'sent', 'rejected']);
  });

  test('holds for one minute when it takes none', async () => {
    const domain = await aName(noSuchDomain);
    const first = await statusOf(domain);
    await setDns(domain, { A: ['203.0.113.1'] });

    const atOnce = await statusOf(domain);
    await service.advance(minuteMs);
    const aMinuteLater = await statusOf(domain);

    expect([first, atOnce, aMinuteLater]).toEqual(['rejected', 'rejected', 'sent']);
  });

  test('is forgotten within half a minute when DNS failed: then a mail asks again', async () => {
    const domain = await aName({ error: 'SERVFAIL' });
    const first = await statusOf(domain);
    await setDns(domain, noSuchDomain);
    await service.advance(31_000);

    const second = await statusOf(domain);

    expect([first, second]).toEqual(['sent', 'rejected']);
  });
});
