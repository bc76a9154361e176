import { boxesOf, Browser, headingOf, wordsOf } from '../../support/links/browser';
import { Mailings } from '../../support/links/mailings';
import { theService } from '../../support/the-service';

const service = theService();
let browser: Browser;
let mailings: Mailings;
let link: string;

beforeAll(async () => {
  browser = new Browser(service);
});

beforeEach(async () => {
  mailings = await Mailings.start(service);
  link = (await mailings.linksTo(kim)).preferences;
});

const kim = 'kim@example.com';

const ticked = (...keys: string[]) => keys.map((key) => ['topic', key] as const);
const shown = (...keys: string[]) => keys.map((key) => ['shown', key] as const);

test('the page shows every topic, ticked as it is now, and opening it changes nothing', async () => {
  const page = await browser.open(link);

  expect(page.status).toBe(200);
  expect(headingOf(page)).toBe('Email preferences');
  expect(wordsOf(page)).toContain('What Acme sends to kim@example.com');
  expect(boxesOf(page)).toEqual({ offers: true, tips: false });
  expect(wordsOf(page)).toMatch(/Offers Cheap things Tips Save Unsubscribe from all marketing mail/);
  expect(await mailings.subscriptions(kim)).toEqual({ offers: true, tips: false });
});

test('a choice that was made elsewhere is shown', async () => {
  await mailings.api('POST', '/v1/topics/preferences', { email: kim, topics: { offers: false, tips: true } });

  expect(boxesOf(await browser.open(link))).toEqual({ offers: false, tips: true });
});

test('saving stores what is ticked and what is not, and says so', async () => {
  const page = await browser.submit(link, [...shown('offers', 'tips'), ...ticked('tips')]);

  expect(page.status).toBe(200);
  expect(page.body).toMatch(/<p role="status"><b>Your choices are saved\.<\/b><\/p>/);
  expect(boxesOf(page)).toEqual({ offers: false, tips: true });
  expect(await mailings.subscriptions(kim)).toEqual({ offers: false, tips: true });
  expect(await mailings.outcome(kim, { topic: 'offers' })).toBe('unsubscribed_from_topic:offers');
  expect(await mailings.outcome(kim, { topic: 'tips' })).toBe('sent');
});

test('a topic that the form did not show stays as it is', async () => {
  await browser.submit(link, [...shown('tips'), ...ticked('tips', 'offers')]);
  await mailings.api('POST', '/v1/topics/preferences', { email: kim, topics: { offers: false } });
  await browser.submit(link, [...shown('tips'), ...ticked('offers')]);

  expect(await mailings.subscriptions(kim)).toEqual({ offers: false, tips: false });
});

test.each([
  ['nothing', '', 'application/x-www-form-urlencoded'],
  ['a body of another kind', '{"shown":["offers"]}', 'application/json'],
  ['multipart', '--b\r\n\r\n--b--', 'multipart/form-data; boundary=b'],
])('a form with %s saves nothing', async (_what, body, contentType) => {
  const page = await browser.post(link, body, contentType);

  expect(page.status).toBe(200);
  expect(wordsOf(page)).not.toContain('saved');
  expect(await mailings.subscriptions(kim)).toEqual({ offers: true, tips: false });
  expect(await mailings.outcome(kim)).toBe('sent');
});

test('a topic that was deleted since the page was opened is no error, and the others are saved', async () => {
  await mailings.api('DELETE', '/v1/topics/offers');

  const page = await browser.submit(link, [
    ...shown('offers', 'tips', '__proto__'),
    ...ticked('offers', 'tips'),
  ]);

  expect(page.status).toBe(200);
  expect(boxesOf(page)).toEqual({ tips: true });
  expect(await mailings.subscriptions(kim)).toEqual({ tips: true });
});

test('the last topic can be gone: the page then offers to unsubscribe, and nothing to save', async () => {
  await Promise.all(['offers', 'tips'].map((key) => mailings.api('DELETE', `/v1/topics/${key}`)));

  const page = await browser.open(link);

  expect(boxesOf(page)).toEqual({});
  expect(wordsOf(page)).not.toContain('Save');
  expect(wordsOf(page)).toContain('Unsubscribe from all marketing mail');
});

test('unsubscribing from all marketing mail ends it, leaves the choices, and says so from then on', async () => {
  const { body: scheduled } = await mailings.send(kim, { scheduled_at: 'in 2 hours' });

  const page = await browser.submit(link, [['unsubscribe', 'all']]);
  const later = await browser.open(link);

  expect(page.status).toBe(200);
  expect(wordsOf(page)).toContain('You are unsubscribed from all marketing mail.');
  expect(boxesOf(page)).toEqual({ offers: true, tips: false });
  expect(wordsOf(later)).toContain('This address gets no marketing mail, whatever is ticked.');
  expect(later.body).not.toContain('name="unsubscribe"');
  expect(await mailings.outcome(kim, { topic: 'offers' })).toBe('suppressed:unsubscribe');
  expect(await mailings.outcome(kim, { risk_class: 'transactional' })).toBe('sent');
  expect((await mailings.api('GET', `/v1/emails/${scheduled.id}`)).body.status).toBe('canceled');
});

test('ticking a topic lifts no suppression', async () => {
  await browser.submit(link, [['unsubscribe', 'all']]);

  await browser.submit(link, [...shown('offers'), ...ticked('offers')]);

  expect(await mailings.outcome(kim, { topic: 'offers' })).toBe('suppressed:unsubscribe');
});

test('repeating a form, and many at once, is harmless', async () => {
  const form = [...shown('offers', 'tips'), ...ticked('tips')];

  const answers = await Promise.all(Array.from({ length: 10 }, () => browser.submit(link, form)));

  for (const answer of answers) expect(answer.status).toBe(200);
  expect(await mailings.subscriptions(kim)).toEqual({ offers: false, tips: true });
});

test('a form whose length is not known in advance is saved too', async () => {
  const { status } = await fetch(`${service.at.api}${link}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new Blob(['shown=offers&shown=tips&topic=tips']).stream(),
    duplex: 'half',
  } as RequestInit);

  expect(status).toBe(200);
  expect(await mailings.subscriptions(kim)).toEqual({ offers: false, tips: true });
});

test('as many topics as a workspace can have are shown and saved', async () => {
  const keys = Array.from({ length: 498 }, (_, index) => `topic-${index}`);
  for (let start = 0; start < keys.length; start += 50) {
    await Promise.all(
      keys
        .slice(start, start + 50)
        .map((key) => mailings.api('POST', '/v1/topics', { key, name: `Topic ${key} ${'ü'.repeat(100)}` })),
    );
  }

  const page = await browser.submit(link, shown('offers', 'tips', ...keys));

  expect(page.status).toBe(200);
  expect(Object.values(boxesOf(page))).toEqual(Array.from({ length: 500 }, () => false));
});

test('what people wrote is no HTML', async () => {
  await mailings.api('POST', '/v1/topics', {
    key: 'odd',
    name: '"><script>1</script>',
    description: `<img src=x> & 'more'`,
  });

  const page = await browser.open(link);

  expect(page.body).toContain('&quot;&gt;&lt;script&gt;1&lt;/script&gt;');
  expect(page.body).toContain('&lt;img src=x&gt; &amp; &#39;more&#39;');
  expect(page.body).not.toMatch(/<script|<img/);
});

test('the unsubscribe page leads here', async () => {
  const { unsubscribe } = await mailings.linksTo(kim);

  const page = await browser.open(unsubscribe);

  const [, href = ''] = /<a href="([^"]+)">/.exec(page.body) ?? [];
  expect(new URL(href, service.at.api + unsubscribe).href).toBe(service.at.api + link);
});
