import { Browser, headingOf, wordsOf } from '../../support/links/browser';
import { Mailings } from '../../support/links/mailings';
import { headerLines } from '../../support/arrange';
import { theService } from '../../support/the-service';

const service = theService();
let browser: Browser;
let mailings: Mailings;

beforeAll(async () => {
  browser = new Browser(service);
});

beforeEach(async () => {
  mailings = await Mailings.start(service);
});

const kim = 'kim@example.com';
const stopped = 'suppressed:unsubscribe';

describe('a marketing mail', () => {
  test('leads to the page with its links and its header', async () => {
    const { raw, parsed } = await mailings.mailTo(kim, { text: 'Read this.' });
    const { unsubscribe, preferences } = await mailings.linksTo(kim);

    const [link, choices] = [unsubscribe, preferences].map((path) => service.at.api + path);
    expect(headerLines(raw)).toEqual(
      expect.arrayContaining([
        `List-Unsubscribe: <${link}>`,
        'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
      ]),
    );
    expect(parsed.text).toContain(`1 Main Street\nUnsubscribe: ${link}\nEmail preferences: ${choices}`);
    expect(String(parsed.html)).toContain(`href="${link}"`);
    expect(String(parsed.html)).toContain(`href="${choices}"`);
  });

  test('opens a page that asks, and opening it changes nothing', async () => {
    const { unsubscribe } = await mailings.linksTo(kim);

    const page = await browser.open(unsubscribe);

    expect(page.status).toBe(200);
    expect(headingOf(page)).toBe('Unsubscribe?');
    expect(wordsOf(page)).toContain('kim@example.com gets no more marketing mail from Acme');
    expect(page.body).toMatch(/<form method="post">\s*<button>Unsubscribe<\/button>\s*<\/form>/);
    expect(await mailings.outcome(kim)).toBe('sent');
  });

  test('ends all marketing mail with the button of the page, and nothing else', async () => {
    const { unsubscribe } = await mailings.linksTo(kim);

    const page = await browser.submit(unsubscribe);

    expect(page.status).toBe(200);
    expect(headingOf(page)).toBe('You are unsubscribed');
    expect(await mailings.outcome(kim)).toBe(stopped);
    expect(await mailings.outcome(kim, { topic: 'offers' })).toBe(stopped);
    expect(await mailings.outcome(kim, { risk_class: 'transactional' })).toBe('sent');
    expect(await mailings.outcome('lee@example.com')).toBe('sent');
    expect(await mailings.subscriptions(kim)).toEqual({ offers: true, tips: false });
  });

  test('ends it for this workspace only', async () => {
    const other = await Mailings.start(service);
    const { unsubscribe } = await mailings.linksTo(kim);

    await browser.submit(unsubscribe);

    expect(await other.outcome(kim)).toBe('sent');
  });

  test('cancels what was scheduled to the address', async () => {
    const { unsubscribe } = await mailings.linksTo(kim);
    const { body: scheduled } = await mailings.send(kim, { scheduled_at: 'in 2 hours' });

    await browser.submit(unsubscribe);

    const { body } = await mailings.api('GET', `/v1/emails/${scheduled.id}`);
    expect(body.status).toBe('canceled');
  });
});

const boundary = '----boundary';
const multipart = `--${boundary}\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--${boundary}--\r\n`;

describe('one click of a mail program (RFC 8058)', () => {
  test.each([
    ['a form', 'List-Unsubscribe=One-Click', 'application/x-www-form-urlencoded'],
    [
      'a form in another charset',
      'List-Unsubscribe=One-Click',
      'application/x-www-form-urlencoded; charset=ISO-8859-1',
    ],
    ['multipart', multipart, `multipart/form-data; boundary=${boundary}`],
    ['nothing', '', 'application/x-www-form-urlencoded'],
    ['something else', '{', 'application/json'],
  ])('unsubscribes with %s as its body, and is answered directly', async (_what, body, contentType) => {
    const { unsubscribe } = await mailings.linksTo(kim);

    const answer = await browser.post(unsubscribe, body, contentType);

    expect(answer.status).toBe(200);
    expect(headingOf(answer)).toBe('You are unsubscribed');
    expect(await mailings.outcome(kim)).toBe(stopped);
  });

  test('unsubscribes when its length is not known in advance', async () => {
    const { unsubscribe } = await mailings.linksTo(kim);

    const { status } = await fetch(`${service.at.api}${unsubscribe}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new Blob(['List-Unsubscribe=One-Click']).stream(),
      duplex: 'half',
    } as RequestInit);

    expect(status).toBe(200);
    expect(await mailings.outcome(kim)).toBe(stopped);
  });

  test('is harmless when it comes again, and many times at once', async () => {
    const { unsubscribe } = await mailings.linksTo(kim);

    const answers = await Promise.all(Array.from({ length: 10 }, () => browser.submit(unsubscribe)));
    const again = await browser.submit(unsubscribe);

    for (const answer of [...answers, again]) expect(answer.status).toBe(200);
    const { body } = await mailings.api('GET', `/v1/suppressions?email=${kim}`);
    expect(body.data).toMatchObject([{ email: kim, scope: 'marketing', reason: 'unsubscribe' }]);
  });

  test('takes a body of 1 MB, and refuses one byte more with a page', async () => {
    const { unsubscribe } = await mailings.linksTo(kim);

    const above = await browser.post(unsubscribe, 'x'.repeat(1_048_577), 'text/plain');
    const before = await mailings.outcome(kim);
    const atLimit = await browser.post(unsubscribe, 'x'.repeat(1_048_576), 'text/plain');

    expect(above.status).toBe(413);
    expect(headingOf(above)).toBe('This did not work');
    expect(before).toBe('sent');
    expect(atLimit.status).toBe(200);
  });
});

describe.each(['marketing', 'transactional'])('a %s mail under a topic', (risk_class) => {
  test('ends the mail about that topic only', async () => {
    const { unsubscribe } = await mailings.linksTo(kim, { risk_class, topic: 'offers' });
    await mailings.api('POST', '/v1/topics/preferences', { email: kim, topics: { tips: true } });

    const page = await browser.open(unsubscribe);
    const before = await mailings.subscriptions(kim);
    const done = await browser.submit(unsubscribe);

    expect(wordsOf(page)).toContain('kim@example.com gets no more mail about Offers from Acme');
    expect(before).toEqual({ offers: true, tips: true });
    expect(done.status).toBe(200);
    expect(wordsOf(done)).toContain('kim@example.com gets no more mail about Offers from Acme');
    expect(await mailings.subscriptions(kim)).toEqual({ offers: false, tips: true });
    expect(await mailings.outcome(kim, { topic: 'offers' })).toBe('unsubscribed_from_topic:offers');
    expect(await mailings.outcome(kim, { topic: 'tips' })).toBe('sent');
    expect(await mailings.outcome(kim)).toBe('sent');
  });

  test('can be answered after the topic was deleted', async () => {
    const { unsubscribe } = await mailings.linksTo(kim, { risk_class, topic: 'offers' });
    const scheduled = await mailings.send(kim, { topic: 'offers', scheduled_at: 'in 3 days' });
    await mailings.api('DELETE', '/v1/topics/offers');

    const page = await browser.open(unsubscribe);
    const done = await browser.submit(unsubscribe);

    expect([page.status, done.status]).toEqual([200, 200]);
    expect(headingOf(done)).toBe('You are unsubscribed');
    const { body } = await mailings.api('GET', `/v1/emails/${scheduled.body.id}`);
    expect(body.status).toBe('canceled');
    expect(await mailings.outcome(kim)).toBe('sent');
  });
});

test('a transactional mail under a topic to several readers has no link, for each could stop it for all', async () => {
  const { raw, parsed } = await mailings.mailTo(kim, {
    risk_class: 'transactional',
    topic: 'offers',
    cc: ['lee@example.com'],
  });

  expect(headerLines(raw).filter((line) => /^List-/i.test(line))).toEqual([]);
  expect(parsed.text).not.toContain('nsubscribe');
});

describe('a link that is not ours', () => {
  const pages = ['unsubscribe', 'preferences'] as const;

  test.each(pages)('of %s is no page that does anything, with either method', async (page) => {
    const link = (await mailings.linksTo(kim))[page];
    const others = (await (await Mailings.start(service)).linksTo(kim))[page];
    const [claim = '', signature = ''] = link.split('.');
    const forged = [
      `${claim}.${others.split('.')[1]}`,
      claim,
      `${claim}.`,
      link.slice(0, -1),
      link.slice(0, link.length / 2),
      `${link}A`,
      `${claim.slice(0, -1)}${claim.endsWith('A') ? 'B' : 'A'}.${signature}`,
      `/${page}/garbage`,
      `/${page}/%00`,
      `/${page}/%E0%A4%A`,
      `/${page}/${'x'.repeat(4_000)}`,
      `/${page}/${Buffer.from(`01a00000-0000-7000-8000-000000000000\nkim@example.com`).toString('base64url')}.${signature}`,
    ];

    for (const path of forged) {
      for (const answer of [await browser.open(path), await browser.submit(path, [['unsubscribe', 'all']])]) {
        expect({ path, status: answer.status }).toEqual({ path, status: 404 });
        expect(headingOf(answer)).toBe('This link does not work');
        expect(wordsOf(answer)).toContain('Open it from the mail again');
      }
    }
    expect(await mailings.outcome(kim)).toBe('sent');
  });

  test('a key is no use on a page: it changes nothing about the answer', async () => {
    const answer = await service.api('GET', '/unsubscribe/garbage', { key: mailings.actor.key });

    expect(answer.status).toBe(404);
    expect(headingOf(answer)).toBe('This link does not work');
  });
});

test('what people wrote is shown as they wrote it, and is no HTML', async () => {
  const name = `Acme <script>alert("1")</script> & 'Sons'`;
  const hostile = await Mailings.start(service, { name });
  await hostile.api('POST', '/v1/topics', { key: 'odd', name: '<img src=x onerror=alert(1)>' });
  const { unsubscribe } = await hostile.linksTo("o'kim+\x60@example.com", { topic: 'odd' });

  for (const page of [await browser.open(unsubscribe), await browser.submit(unsubscribe)]) {
    headingOf({ ...page, body: page.body.replace('&lt;img src=x onerror=alert(1)&gt;', '') });
    expect(page.body).toContain(
      'Acme &lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;Sons&#39;',
    );
    expect(page.body).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(page.body).toContain('o&#39;kim+`@example.com');
  }
});

test('where the service fails, a page says what to do, and the same link works afterwards', async () => {
  const { unsubscribe } = await mailings.linksTo(kim);
  await service.control('POST', '/faults', {
    service: 'dynamodb',
    operation: 'UpdateItem',
    error: 'InternalServerError',
    function: 'unsubscribeByLink',
    times: 4,
  });

  const failed = await browser.submit(unsubscribe);
  await service.control('DELETE', '/faults');
  const done = await browser.submit(unsubscribe);

  expect(failed.status).toBe(500);
  expect(headingOf(failed)).toBe('This did not work');
  expect(done.status).toBe(200);
});
