import { PageClient, headingOf, textOf } from '../../support/links/page-client';
import { MailWorkspace } from '../../support/links/mail-workspace';
import { headerLines } from '../../support/api-helpers';
import { useService } from '../../support/use-service';

const service = useService();
let browser: PageClient;
let mailWorkspace: MailWorkspace;

beforeAll(() => {
  browser = new PageClient(service);
});

beforeEach(async () => {
  mailWorkspace = await MailWorkspace.create(service);
});

const kim = 'kim@example.com';
const unsubscribedOutcome = 'suppressed:unsubscribe';

describe('the unsubscribe link of a marketing email', () => {
  test('is in the body and the header', async () => {
    const { raw, parsed } = await mailWorkspace.sendAndReadMail(kim, { text: 'Read this.' });
    const { unsubscribe, preferences } = await mailWorkspace.getLinks(kim);

    const [link, preferencesUrl] = [unsubscribe, preferences].map((path) => service.metadata.api + path);
    expect(headerLines(raw)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(`^List-Unsubscribe: <${link}>, <mailto:`),
        'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
      ]),
    );
    expect(parsed.text).toContain(
      `1 Main Street\nUnsubscribe: ${link}\nEmail preferences: ${preferencesUrl}`,
    );
    expect(String(parsed.html)).toContain(`href="${link}"`);
    expect(String(parsed.html)).toContain(`href="${preferencesUrl}"`);
  });

  // TO-16
  test('opens a confirmation page, and opening the page changes nothing', async () => {
    const { unsubscribe } = await mailWorkspace.getLinks(kim);

    const page = await browser.open(unsubscribe);

    expect(page.status).toBe(200);
    expect(headingOf(page)).toBe('Unsubscribe?');
    expect(textOf(page)).toContain('kim@example.com will receive no more marketing email from Acme');
    expect(page.body).toMatch(/<form method="post">\s*<button>Unsubscribe<\/button>\s*<\/form>/);
    expect(await mailWorkspace.sendOutcome(kim)).toBe('sent');
  });

  test('says that the address is unsubscribed when it is opened again, and asks again after a new subscription', async () => {
    const { unsubscribe } = await mailWorkspace.getLinks(kim);
    await browser.submit(unsubscribe);

    expect(headingOf(await browser.open(unsubscribe))).toBe('You are unsubscribed');

    await mailWorkspace.api('DELETE', `/v1/suppressions/${kim}?scope=marketing`);
    expect(headingOf(await browser.open(unsubscribe))).toBe('Unsubscribe?');
  });

  test('of a topic says that the address gets no more email about the topic when it is opened again', async () => {
    const { unsubscribe } = await mailWorkspace.getLinks(kim, { topic: 'offers' });
    await browser.submit(unsubscribe);
    const { unsubscribe: other } = await mailWorkspace.getLinks(kim);

    expect(headingOf(await browser.open(unsubscribe))).toBe('You are unsubscribed');
    expect(headingOf(await browser.open(other))).toBe('Unsubscribe?');
  });

  // TO-14
  test('stops all marketing email, and only marketing email, after a click on the button', async () => {
    const { unsubscribe } = await mailWorkspace.getLinks(kim);

    const page = await browser.submit(unsubscribe);

    expect(page.status).toBe(200);
    expect(headingOf(page)).toBe('You are unsubscribed');
    expect(await mailWorkspace.sendOutcome(kim)).toBe(unsubscribedOutcome);
    expect(await mailWorkspace.sendOutcome(kim, { topic: 'offers' })).toBe(unsubscribedOutcome);
    expect(await mailWorkspace.sendOutcome(kim, { risk_class: 'transactional' })).toBe('sent');
    expect(await mailWorkspace.sendOutcome('lee@example.com')).toBe('sent');
    expect(await mailWorkspace.getSubscriptions(kim)).toEqual({ offers: true, tips: false });
  });

  test('stops only email from its own workspace', async () => {
    const otherWorkspace = await MailWorkspace.create(service);
    const { unsubscribe } = await mailWorkspace.getLinks(kim);

    await browser.submit(unsubscribe);

    expect(await otherWorkspace.sendOutcome(kim)).toBe('sent');
  });

  test('cancels scheduled email to the address', async () => {
    const { unsubscribe } = await mailWorkspace.getLinks(kim);
    const { body: scheduled } = await mailWorkspace.send(kim, { scheduled_at: 'in 2 hours' });

    await browser.submit(unsubscribe);

    const { body } = await mailWorkspace.api('GET', `/v1/emails/${scheduled.id}`);
    expect(body.status).toBe('canceled');
  });
});

const boundary = '----boundary';
const multipart = `--${boundary}\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--${boundary}--\r\n`;

describe('one-click unsubscribe of a mail client (RFC 8058)', () => {
  // TO-16
  test.each([
    ['a form', 'List-Unsubscribe=One-Click', 'application/x-www-form-urlencoded'],
    [
      'a form in ISO-8859-1',
      'List-Unsubscribe=One-Click',
      'application/x-www-form-urlencoded; charset=ISO-8859-1',
    ],
    ['multipart', multipart, `multipart/form-data; boundary=${boundary}`],
    ['nothing', '', 'application/x-www-form-urlencoded'],
    ['an unknown format', '{', 'application/json'],
  ])(
    'unsubscribes with %s as the body, and gets a response without a redirect',
    async (_description, body, contentType) => {
      const { unsubscribe } = await mailWorkspace.getLinks(kim);

      const response = await browser.post(unsubscribe, body, contentType);

      expect(response.status).toBe(200);
      expect(headingOf(response)).toBe('You are unsubscribed');
      expect(await mailWorkspace.sendOutcome(kim)).toBe(unsubscribedOutcome);
    },
  );

  test('unsubscribes with a body of unknown length', async () => {
    const { unsubscribe } = await mailWorkspace.getLinks(kim);

    const { status } = await fetch(`${service.metadata.api}${unsubscribe}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new Blob(['List-Unsubscribe=One-Click']).stream(),
      duplex: 'half',
    });

    expect(status).toBe(200);
    expect(await mailWorkspace.sendOutcome(kim)).toBe(unsubscribedOutcome);
  });

  test('has the same effect when repeated or concurrent', async () => {
    const { unsubscribe } = await mailWorkspace.getLinks(kim);

    const responses = await Promise.all(Array.from({ length: 10 }, () => browser.submit(unsubscribe)));
    const repeatResponse = await browser.submit(unsubscribe);

    for (const response of [...responses, repeatResponse]) expect(response.status).toBe(200);
    const { body } = await mailWorkspace.api('GET', `/v1/suppressions?email=${kim}`);
    expect(body.data).toMatchObject([{ email: kim, scope: 'marketing', reason: 'unsubscribe' }]);
  });

  test('accepts a body of 1 MB, and refuses a larger body with an error page', async () => {
    const { unsubscribe } = await mailWorkspace.getLinks(kim);

    const overLimit = await browser.post(unsubscribe, 'x'.repeat(1_048_577), 'text/plain');
    const before = await mailWorkspace.sendOutcome(kim);
    const atLimit = await browser.post(unsubscribe, 'x'.repeat(1_048_576), 'text/plain');

    expect(overLimit.status).toBe(413);
    expect(headingOf(overLimit)).toBe('Something went wrong');
    expect(before).toBe('sent');
    expect(atLimit.status).toBe(200);
  });
});

describe.each(['marketing', 'transactional'])(
  'the unsubscribe link of a %s email under a topic',
  (risk_class) => {
    // TO-15
    test('stops email about that topic only', async () => {
      const { unsubscribe } = await mailWorkspace.getLinks(kim, { risk_class, topic: 'offers' });
      await mailWorkspace.api('POST', '/v1/topics/preferences', { email: kim, topics: { tips: true } });

      const page = await browser.open(unsubscribe);
      const before = await mailWorkspace.getSubscriptions(kim);
      const confirmation = await browser.submit(unsubscribe);

      expect(textOf(page)).toContain('kim@example.com will receive no more emails about Offers from Acme');
      expect(before).toEqual({ offers: true, tips: true });
      expect(confirmation.status).toBe(200);
      expect(textOf(confirmation)).toContain(
        'kim@example.com will receive no more emails about Offers from Acme',
      );
      expect(await mailWorkspace.getSubscriptions(kim)).toEqual({ offers: false, tips: true });
      expect(await mailWorkspace.sendOutcome(kim, { topic: 'offers' })).toBe(
        'unsubscribed_from_topic:offers',
      );
      expect(await mailWorkspace.sendOutcome(kim, { topic: 'tips' })).toBe('sent');
      expect(await mailWorkspace.sendOutcome(kim)).toBe('sent');
    });

    test('works after the topic was deleted', async () => {
      const { unsubscribe } = await mailWorkspace.getLinks(kim, { risk_class, topic: 'offers' });
      const scheduled = await mailWorkspace.send(kim, { topic: 'offers', scheduled_at: 'in 3 days' });
      await mailWorkspace.api('DELETE', '/v1/topics/offers');

      const page = await browser.open(unsubscribe);
      const confirmation = await browser.submit(unsubscribe);

      expect([page.status, confirmation.status]).toEqual([200, 200]);
      expect(headingOf(confirmation)).toBe('You are unsubscribed');
      const { body } = await mailWorkspace.api('GET', `/v1/emails/${scheduled.body.id}`);
      expect(body.status).toBe('canceled');
      expect(await mailWorkspace.sendOutcome(kim)).toBe('sent');
    });
  },
);

// E-55
test('a transactional email under a topic to several recipients has no link, because each recipient could unsubscribe the others', async () => {
  const { raw, parsed } = await mailWorkspace.sendAndReadMail(kim, {
    risk_class: 'transactional',
    topic: 'offers',
    cc: ['lee@example.com'],
  });

  expect(headerLines(raw).filter((line) => /^List-/i.test(line))).toEqual([]);
  expect(parsed.text).not.toContain('nsubscribe');
});

describe('an invalid link', () => {
  const pages = ['unsubscribe', 'preferences'] as const;

  test.each(pages)('to the page %s changes nothing, with GET or POST', async (page) => {
    const link = (await mailWorkspace.getLinks(kim))[page];
    const foreignLink = (await (await MailWorkspace.create(service)).getLinks(kim))[page];
    const [claim = '', signature = ''] = link.split('.');
    const forged = [
      `${claim}.${foreignLink.split('.')[1]}`,
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
      for (const response of [
        await browser.open(path),
        await browser.submit(path, [['unsubscribe', 'all']]),
      ]) {
        expect({ path, status: response.status }).toEqual({ path, status: 404 });
        expect(headingOf(response)).toBe('This link does not work');
        expect(textOf(response)).toContain('Open the link from the email again');
      }
    }
    expect(await mailWorkspace.sendOutcome(kim)).toBe('sent');
  });

  test('does not work even if the request has an API key', async () => {
    const response = await service.api('GET', '/unsubscribe/garbage', { key: mailWorkspace.workspace.key });

    expect(response.status).toBe(404);
    expect(headingOf(response)).toBe('This link does not work');
  });
});

test('user input is escaped in the HTML of the page', async () => {
  const name = `Acme <script>alert("1")</script> & 'Sons'`;
  const hostileWorkspace = await MailWorkspace.create(service, { name });
  await hostileWorkspace.api('POST', '/v1/topics', { key: 'odd', name: '<img src=x onerror=alert(1)>' });
  const { unsubscribe } = await hostileWorkspace.getLinks("o'kim+\x60@example.com", { topic: 'odd' });

  for (const page of [await browser.open(unsubscribe), await browser.submit(unsubscribe)]) {
    headingOf({ ...page, body: page.body.replace('&lt;img src=x onerror=alert(1)&gt;', '') });
    expect(page.body).toContain(
      'Acme &lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;Sons&#39;',
    );
    expect(page.body).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(page.body).toContain('o&#39;kim+`@example.com');
  }
});

test('if the service fails, the link leads to an error page and works again afterwards', async () => {
  const { unsubscribe } = await mailWorkspace.getLinks(kim);
  await service.control('POST', '/faults', {
    service: 'dynamodb',
    operation: 'UpdateItem',
    error: 'InternalServerError',
    function: 'unsubscribeByLink',
    times: 4,
  });

  const failed = await browser.submit(unsubscribe);
  await service.control('DELETE', '/faults');
  const confirmation = await browser.submit(unsubscribe);

  expect(failed.status).toBe(500);
  expect(headingOf(failed)).toBe('Something went wrong');
  expect(confirmation.status).toBe(200);
});
