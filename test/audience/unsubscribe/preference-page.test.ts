import { topicCheckboxesOf, PageClient, headingOf, textOf } from '../../support/links/page-client';
import { MailWorkspace } from '../../support/links/mail-workspace';
import { useService } from '../../support/use-service';

const service = useService();
let browser: PageClient;
let mailWorkspace: MailWorkspace;
let link: string;

beforeAll(() => {
  browser = new PageClient(service);
});

beforeEach(async () => {
  mailWorkspace = await MailWorkspace.create(service);
  link = (await mailWorkspace.getLinks(kim)).preferences;
});

const kim = 'kim@example.com';

const tickedTopics = (...keys: string[]) => keys.map((key) => ['topic', key] as const);
const shownTopics = (...keys: string[]) => keys.map((key) => ['shown', key] as const);

// TO-17
test('the page shows every topic with its current state, and opening the page changes nothing', async () => {
  const page = await browser.open(link);

  expect(page.status).toBe(200);
  expect(headingOf(page)).toBe('Email preferences');
  expect(textOf(page)).toContain('Emails from Acme to kim@example.com');
  expect(topicCheckboxesOf(page)).toEqual({ offers: true, tips: false });
  expect(textOf(page)).toMatch(/Offers Cheap things Tips Save Unsubscribe from all marketing email/);
  expect(await mailWorkspace.getSubscriptions(kim)).toEqual({ offers: true, tips: false });
});

test('the page shows a choice made through the API', async () => {
  await mailWorkspace.api('POST', '/v1/topics/preferences', {
    email: kim,
    topics: { offers: false, tips: true },
  });

  expect(topicCheckboxesOf(await browser.open(link))).toEqual({ offers: false, tips: true });
});

test('saving stores checked and unchecked topics, and the page confirms the change', async () => {
  const page = await browser.submit(link, [...shownTopics('offers', 'tips'), ...tickedTopics('tips')]);

  expect(page.status).toBe(200);
  expect(page.body).toMatch(/<p role="status"><b>Your choices are saved\.<\/b><\/p>/);
  expect(topicCheckboxesOf(page)).toEqual({ offers: false, tips: true });
  expect(await mailWorkspace.getSubscriptions(kim)).toEqual({ offers: false, tips: true });
  expect(await mailWorkspace.sendOutcome(kim, { topic: 'offers' })).toBe('unsubscribed_from_topic:offers');
  expect(await mailWorkspace.sendOutcome(kim, { topic: 'tips' })).toBe('sent');
});

test('a topic that the form did not show is not changed', async () => {
  await browser.submit(link, [...shownTopics('tips'), ...tickedTopics('tips', 'offers')]);
  await mailWorkspace.api('POST', '/v1/topics/preferences', { email: kim, topics: { offers: false } });
  await browser.submit(link, [...shownTopics('tips'), ...tickedTopics('offers')]);

  expect(await mailWorkspace.getSubscriptions(kim)).toEqual({ offers: false, tips: false });
});

test.each([
  ['no fields', '', 'application/x-www-form-urlencoded'],
  ['a JSON body', '{"shown":["offers"]}', 'application/json'],
  ['a multipart body', '--b\r\n\r\n--b--', 'multipart/form-data; boundary=b'],
])('a form with %s saves nothing', async (_description, body, contentType) => {
  const page = await browser.post(link, body, contentType);

  expect(page.status).toBe(200);
  expect(textOf(page)).not.toContain('saved');
  expect(await mailWorkspace.getSubscriptions(kim)).toEqual({ offers: true, tips: false });
  expect(await mailWorkspace.sendOutcome(kim)).toBe('sent');
});

test('a topic deleted since the page was opened causes no error, and the other topics are saved', async () => {
  await mailWorkspace.api('DELETE', '/v1/topics/offers');

  const page = await browser.submit(link, [
    ...shownTopics('offers', 'tips', '__proto__'),
    ...tickedTopics('offers', 'tips'),
  ]);

  expect(page.status).toBe(200);
  expect(topicCheckboxesOf(page)).toEqual({ tips: true });
  expect(await mailWorkspace.getSubscriptions(kim)).toEqual({ tips: true });
});

test('without topics, the page offers only to unsubscribe from all marketing email', async () => {
  await Promise.all(['offers', 'tips'].map((key) => mailWorkspace.api('DELETE', `/v1/topics/${key}`)));

  const page = await browser.open(link);

  expect(topicCheckboxesOf(page)).toEqual({});
  expect(textOf(page)).not.toContain('Save');
  expect(textOf(page)).toContain('Unsubscribe from all marketing email');
});

// TO-17
test('unsubscribing from all marketing email takes effect, keeps the topic choices, and is shown on later visits', async () => {
  const { body: scheduled } = await mailWorkspace.send(kim, { scheduled_at: 'in 2 hours' });

  const page = await browser.submit(link, [['unsubscribe', 'all']]);
  const laterPage = await browser.open(link);

  expect(page.status).toBe(200);
  expect(textOf(page)).toContain('You are unsubscribed from all marketing email.');
  expect(topicCheckboxesOf(page)).toEqual({ offers: true, tips: false });
  expect(textOf(laterPage)).toContain(
    'This address receives no marketing email, not even about checked topics.',
  );
  expect(laterPage.body).not.toContain('name="unsubscribe"');
  expect(await mailWorkspace.sendOutcome(kim, { topic: 'offers' })).toBe('suppressed:unsubscribe');
  expect(await mailWorkspace.sendOutcome(kim, { risk_class: 'transactional' })).toBe('sent');
  expect((await mailWorkspace.api('GET', `/v1/emails/${scheduled.id}`)).body.status).toBe('canceled');
});

test('checking a topic lifts no suppression', async () => {
  await browser.submit(link, [['unsubscribe', 'all']]);

  await browser.submit(link, [...shownTopics('offers'), ...tickedTopics('offers')]);

  expect(await mailWorkspace.sendOutcome(kim, { topic: 'offers' })).toBe('suppressed:unsubscribe');
});

test('submitting a form ten times concurrently has the same effect as submitting it once', async () => {
  const form = [...shownTopics('offers', 'tips'), ...tickedTopics('tips')];

  const responses = await Promise.all(Array.from({ length: 10 }, () => browser.submit(link, form)));

  for (const response of responses) expect(response.status).toBe(200);
  expect(await mailWorkspace.getSubscriptions(kim)).toEqual({ offers: false, tips: true });
});

test('a form of unknown length is saved', async () => {
  const { status } = await fetch(`${service.metadata.api}${link}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new Blob(['shown=offers&shown=tips&topic=tips']).stream(),
    duplex: 'half',
  });

  expect(status).toBe(200);
  expect(await mailWorkspace.getSubscriptions(kim)).toEqual({ offers: false, tips: true });
});

test('as many topics as a workspace can have are shown and saved', async () => {
  const keys = Array.from({ length: 498 }, (_, index) => `topic-${index}`);
  for (let start = 0; start < keys.length; start += 50) {
    await Promise.all(
      keys
        .slice(start, start + 50)
        .map((key) =>
          mailWorkspace.api('POST', '/v1/topics', { key, name: `Topic ${key} ${'ü'.repeat(100)}` }),
        ),
    );
  }

  const page = await browser.submit(link, shownTopics('offers', 'tips', ...keys));

  expect(page.status).toBe(200);
  expect(Object.values(topicCheckboxesOf(page))).toEqual(Array.from({ length: 500 }, () => false));
});

test('user input is escaped in HTML', async () => {
  await mailWorkspace.api('POST', '/v1/topics', {
    key: 'odd',
    name: '"><script>1</script>',
    description: `<img src=x> & 'more'`,
  });

  const page = await browser.open(link);

  expect(page.body).toContain('&quot;&gt;&lt;script&gt;1&lt;/script&gt;');
  expect(page.body).toContain('&lt;img src=x&gt; &amp; &#39;more&#39;');
  expect(page.body).not.toMatch(/<script|<img/);
});

test('the unsubscribe page links to the preference page', async () => {
  const { unsubscribe } = await mailWorkspace.getLinks(kim);

  const page = await browser.open(unsubscribe);

  const [, href = ''] = /<a href="([^"]+)">/.exec(page.body) ?? [];
  expect(new URL(href, service.metadata.api + unsubscribe).href).toBe(service.metadata.api + link);
});
