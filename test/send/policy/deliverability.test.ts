import { randomUUID } from 'node:crypto';
import { minuteMs } from '../../../shared/core/time';
import { anEmail } from '../../support/factories';
import type { ApiResponse } from '../../support/service';
import { aSuppressedAddress, readOutboxMail } from '../../support/api-helpers';
import { useService } from '../../support/use-service';

const service = useService();

const send = (overrides: Record<string, unknown>): Promise<ApiResponse> =>
  service.api('POST', '/v1/emails', { body: anEmail(overrides) });

const setDns = (domain: string, responses: Record<string, unknown>): Promise<unknown> =>
  service.control('PUT', `/dns/${domain}`, responses);

/** Configures DNS for a domain that the service has not looked up. */
async function aFreshDomain(responses?: Record<string, unknown>): Promise<string> {
  const domain = `${randomUUID().slice(0, 8)}.example`;
  if (responses) await setDns(domain, responses);
  return domain;
}

const nxdomain = { error: 'NXDOMAIN' };
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

describe('a domain that cannot receive email', () => {
  test.each([
    ['does not exist', nxdomain],
    ['has neither an MX record nor an address', { TXT: ['v=spf1 -all'] }],
    ['has a null MX record', nullMx],
  ])('that %s causes a recorded rejection without a submit to SES', async (_description, responses) => {
    const domain = await aFreshDomain(responses);

    const sent = await send({ to: `Kim <kim@${domain}>` });
    const email = await service.api('GET', `/v1/emails/${sent.body.id}`);

    expect(sent).toMatchObject({ status: 202, body: rejected(domain) });
    expect(email.body).toMatchObject({ status: 'rejected', to: [`kim@${domain}`], sent_at: null });
    expect(await service.outbox(`?message_id=${sent.body.id}`)).toEqual([]);
  });

  // E-40
  test('is named in lower case and in its ASCII form', async () => {
    const label = randomUUID().slice(0, 8);

    const international = await send({ to: `kim@bücher-${label}.invalid` });
    const capitals = await send({ to: `Kim@NOBODY-${label}.Invalid` });

    expect(international.body).toEqual(rejected(new URL(`https://bücher-${label}.invalid`).hostname));
    expect(capitals.body).toEqual(rejected(`nobody-${label}.invalid`));
  });

  // E-35
  test('causes only its own recipients to be dropped from `to`, `cc` and `bcc`', async () => {
    const [goneDomain, nullMxDomain] = [await aFreshDomain(nxdomain), await aFreshDomain(nullMx)];

    const sent = await send({
      to: [`a@${goneDomain}`, 'kim@example.com'],
      cc: [`b@${nullMxDomain}`, 'li@example.com'],
      bcc: ['bo@example.com', `c@${goneDomain}`],
    });
    const mail = await readOutboxMail(service, sent.body.id);

    expect(sent).toMatchObject({ status: 202, body: { status: 'sent', skipped: false, reason: null } });
    expect(mail).toMatchObject({
      to: ['kim@example.com'],
      cc: ['li@example.com'],
      bcc: ['bo@example.com'],
    });
    expect(mail.raw.toString()).not.toContain(goneDomain);
    expect(mail.raw.toString()).not.toContain(nullMxDomain);
  });

  // E-39
  test('causes a rejection if no recipient in `to` remains, and the reason names the first address', async () => {
    const [firstDomain, second] = [await aFreshDomain(nxdomain), await aFreshDomain(nxdomain)];

    const sent = await send({ to: [`a@${firstDomain}`, `b@${second}`], cc: ['li@example.com'] });

    expect(sent).toMatchObject({ status: 202, body: rejected(firstDomain) });
    expect(await service.outbox(`?message_id=${sent.body.id}`)).toEqual([]);
  });

  test('is not given as the reason for an address that is also suppressed', async () => {
    const to = await aSuppressedAddress(service);
    const domain = to.slice(to.indexOf('@') + 1);
    await service.advance(10 * minuteMs);
    await setDns(domain, nxdomain);

    const [suppressed, otherResponse] = [await send({ to }), await send({ to: `success@${domain}` })];
    await service.control('DELETE', `/dns/${domain}`);

    expect(suppressed.body.reason).toMatch(/^suppressed:/);
    expect(otherResponse.body.reason).toBe(`undeliverable_domain:${domain}`);
  });
});

describe('an email is sent to a domain', () => {
  test.each([
    ['has an MX record and no address', { MX: [{ exchange: 'mx.example.net', priority: 10 }] }],
    ['has no MX record but an IPv4 address', { A: ['203.0.113.1'] }],
    ['has no MX record but an IPv6 address', { AAAA: ['2606:4700::1'] }],
    ['has an alias with an address', { CNAME: ['example.com'] }],
    ['cannot be looked up at the moment', { error: 'SERVFAIL' }],
  ])('when it %s', async (_description, responses) => {
    const domain = await aFreshDomain(responses);

    const sent = await send({ to: `kim@${domain}` });

    expect(sent).toMatchObject({ status: 202, body: { status: 'sent', skipped: false, reason: null } });
    expect(await service.outbox(`?message_id=${sent.body.id}`)).toMatchObject([{ to: [`kim@${domain}`] }]);
  });

  // E-36
  test('when DNS does not respond, and the lookup takes at most two seconds', async () => {
    const unresponsiveDomains = await Promise.all(
      Array.from({ length: 5 }, () => aFreshDomain({ error: 'TIMEOUT' })),
    );
    const goneDomain = await aFreshDomain(nxdomain);
    const unresponsiveDomain = await aFreshDomain({ error: 'TIMEOUT' });
    await send({});

    const firstStartedAt = performance.now();
    await send({ to: `kim@${unresponsiveDomain}` });
    const secondStartedAt = performance.now();
    const sent = await send({ to: [...unresponsiveDomains, goneDomain].map((domain) => `kim@${domain}`) });
    const tookMs = performance.now() - secondStartedAt;

    expect(sent).toMatchObject({ status: 202, body: { status: 'sent', skipped: false } });
    expect(await service.outbox(`?message_id=${sent.body.id}`)).toMatchObject([
      { to: unresponsiveDomains.map((domain) => `kim@${domain}`) },
    ]);
    expect(tookMs).toBeGreaterThan(1_900);
    // Sequential lookups would take five times as long as a single lookup.
    expect(tookMs).toBeLessThan(3 * (secondStartedAt - firstStartedAt));
  });
});

describe('the cached result of a domain lookup', () => {
  const statusOf = async (domain: string): Promise<string> =>
    (await send({ to: `kim@${domain}` })).body.status;

  test('is kept for ten minutes when the domain accepts email', async () => {
    const domain = await aFreshDomain();
    const firstDomain = await statusOf(domain);
    await setDns(domain, nxdomain);

    const immediate = await statusOf(domain);
    await service.advance(9 * minuteMs);
    const nineMinutesLater = await statusOf(domain);
    await service.advance(minuteMs);
    const tenMinutesLater = await statusOf(domain);

    expect([firstDomain, immediate, nineMinutesLater, tenMinutesLater]).toEqual([
      'sent',
      'sent',
      'sent',
      'rejected',
    ]);
  });

  test('is kept for one minute when the domain cannot receive email', async () => {
    const domain = await aFreshDomain(nxdomain);
    const firstDomain = await statusOf(domain);
    await setDns(domain, { A: ['203.0.113.1'] });

    const immediate = await statusOf(domain);
    await service.advance(minuteMs);
    const aMinuteLater = await statusOf(domain);

    expect([firstDomain, immediate, aMinuteLater]).toEqual(['rejected', 'rejected', 'sent']);
  });

  test('expires within half a minute when DNS failed, and the next send repeats the lookup', async () => {
    const domain = await aFreshDomain({ error: 'SERVFAIL' });
    const firstDomain = await statusOf(domain);
    await setDns(domain, nxdomain);
    await service.advance(31_000);

    const second = await statusOf(domain);

    expect([firstDomain, second]).toEqual(['sent', 'rejected']);
  });
});
