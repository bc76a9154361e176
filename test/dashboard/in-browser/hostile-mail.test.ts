import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { open, until, useBrowser } from '../support/browser';
import { ownService } from '../support/own-service';
import { draft, send } from '../support/scene';
import { arrive } from '../../support/correspondent';

const service = ownService();
useBrowser();

/** Hears whoever asks it for something: a page that reaches out cannot hide that. */
const tracker = createServer((request, response) => {
  heard.push(request.url ?? '');
  response.writeHead(404).end();
});
// A name that is looked up and a connection without a request tell as much.
const connected = 'a connection';
tracker.on('connection', () => heard.push(connected));
let heard: string[] = [];
let evil: string;
beforeAll(async () => {
  tracker.listen(0, '127.0.0.1');
  await once(tracker, 'listening');
  evil = `http://127.0.0.1:${(tracker.address() as AddressInfo).port}`;
});
beforeEach(() => {
  heard = [];
});
afterAll(() => tracker.close());

/** Every way out and in that mail was seen to try. */
const hostile = (at: string) => `<html><head>
<base href="${at}/base/"><meta http-equiv="refresh" content="0;url=${at}/refresh">
<link rel="stylesheet" href="${at}/link.css"><link rel="dns-prefetch" href="${at}"><link rel="preload" as="image" href="${at}/preload.png">
<style>@import url("${at}/import.css"); @font-face { font-family: x; src: url("${at}/font.woff") } body { background: url("${at}/body.png"); font-family: x }</style>
</head><body background="${at}/background.png" onload="top.owned = 1">
<script>top.owned = 1; fetch("${at}/fetch")</script>
<img src="${at}/pixel.png" srcset="${at}/set.png 2x" onerror="top.owned = 1">
<img src="x" onerror="parent.postMessage('owned', '*')">
<svg><script>top.owned = 1</script><image href="${at}/svg.png"/><filter id="f"><feImage href="${at}/fe.png"/></filter><rect width="9" height="9" filter="url(#f)"/></svg>
<svg onload="top.owned = 1"></svg><math><mtext><img src="${at}/math.png" onerror="top.owned = 1"></mtext></math>
<video poster="${at}/poster.png" src="${at}/video.mp4" autoplay></video><audio src="${at}/audio.mp3" autoplay></audio>
<iframe src="${at}/frame"></iframe><iframe srcdoc="<script>top.owned = 1</script>"></iframe>
<object data="${at}/object"></object><embed src="${at}/embed">
<form action="${at}/form" id="f1"><input name="a" autofocus onfocus="top.owned = 1"><button>Go</button></form>
<table background="${at}/table.png"><tr><td style="background-image: url('${at}/td.png')">Seen</td></tr></table>
<a id="go" href="${at}/link">A link</a> <a href="javascript:top.owned = 1" id="js">A script</a>
<noscript><p title="</noscript><img src=${at}/noscript.png onerror=top.owned=1>">x</p></noscript>
<!--a--!><link rel="preconnect" href="${at}"><script>top.owned = 1</script><!-- -->
<svg><!--a--!><link rel="preconnect" href="${at}"><style><p><link rel="preconnect" href="${at}"></p></style></svg>
<![CDATA[a><link rel="preconnect" href="${at}">]]><title><link rel="preconnect" href="${at}"></title>
<p style="position: fixed; inset: 0">Covers all</p></body></html>`;

const isOwned = 'Boolean(window.owned)';

/** As the pages post it into a frame, without one. */
const postedByItself = (html: string): string => `{
  const form = document.createElement('form');
  Object.assign(form, { method: 'post', enctype: 'text/plain', action: '/app/mail' });
  form.append(Object.assign(document.createElement('textarea'), { name: 'html', value: ${JSON.stringify(html)} }));
  document.body.append(form);
  form.submit();
}`;

async function expectHarmless(path: string, openFrame: (page: Page) => unknown) {
  const { page, context } = await open(`${service().at.console}${path}`);
  await page.evaluate(`void addEventListener('message', () => (window.owned = 1))`);
  await openFrame(page);
  await page.frameLocator('iframe').first().getByText('Seen').waitFor();
  // Where something were to run or to be fetched, it would begin at once.
  await page.waitForTimeout(500);

  expect(await page.evaluate(isOwned)).toBe(false);
  expect(heard).toEqual([]);
  await context.close();
}

test('in a mail that was sent nothing runs, and nothing is fetched', async () => {
  await send(service(), { subject: 'Hostile', html: hostile(evil) });

  await expectHarmless('/app/outbox', () => undefined);
});

test('in a draft nothing runs, and nothing is fetched', async () => {
  await draft(service());
  const { data } = (await service().api('GET', '/v1/approvals')).body;
  for (const { id } of data)
    await service().api('POST', `/v1/approvals/${id}`, { body: { decision: 'reject' } });
  const key = (
    await service().api('POST', '/v1/api-keys', {
      body: { name: 'Evil', scopes: ['emails:send'], requires_approval: true },
    })
  ).body.key;
  await service().api('POST', '/v1/emails', {
    key,
    body: { from: 'desk@mail.local.test', to: 'kim@example.com', subject: 'Hostile', html: hostile(evil) },
  });

  await expectHarmless('/app/approvals', () => undefined);
});

test('in a mail that arrived nothing runs, and nothing is fetched', async () => {
  const raw = [
    'From: "<img src=x onerror=top.owned=1>" <kim@example.com>',
    'To: desk@mail.local.test',
    'Subject: <script>top.owned = 1</script>',
    'Message-ID: <hostile@example.com>',
    'MIME-Version: 1.0',
    'Content-Type: text/html; charset=utf-8',
    '',
    hostile(evil),
  ].join('\r\n');
  await arrive(service(), { rcpt: 'desk@mail.local.test' }, raw);
  await service().settle();
  const { data } = (await service().api('GET', '/v1/threads?awaiting_reply=true')).body;

  await expectHarmless(`/app/conversations/${data[0].id}`, (page) =>
    page.locator('summary', { hasText: 'HTML' }).click(),
  );
});

test('in a template that is being written nothing runs, and nothing is fetched', async () => {
  await expectHarmless('/app/templates/_new', (page) =>
    page.getByLabel('HTML', { exact: true }).fill(hostile(evil)),
  );
});

test('opened by itself the mail is as harmless', async () => {
  const { page, context } = await open(`${service().at.console}/app/no-such-page`);
  await page.evaluate(postedByItself(hostile(evil)));
  await page.getByText('Seen').waitFor();
  await page.waitForTimeout(500);

  expect(heard).toEqual([]);
  expect(await page.evaluate('self.origin')).toBe('null');
  await context.close();
});

test('remote images, and nothing else, are fetched when somebody asks for them', async () => {
  await send(service(), { subject: 'With images', html: hostile(evil) });
  const { page, context } = await open(`${service().at.console}/app/outbox`);
  await page.frameLocator('iframe').getByText('Seen').waitFor();

  await page.getByRole('button', { name: 'Show remote images' }).click();
  await until(async () => heard.length > 0);
  await page.waitForTimeout(500);

  expect(heard).toContain('/body.png');
  expect(heard.filter((what) => what !== connected && !what.endsWith('.png'))).toEqual([]);
  expect(await page.evaluate(isOwned)).toBe(false);
  await context.close();
});

test('a link opens elsewhere, and does not know where it came from', async () => {
  await send(service(), {
    subject: 'With a link',
    html: `<a href="https://shop.example/" ${filling}>Shop</a>`,
  });
  const { page, context } = await open(`${service().at.console}/app/outbox`);
  await context.route('https://shop.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Shop</title>' }),
  );

  const [popup] = await Promise.all([context.waitForEvent('page'), clickInto(page, 'Shop')]);
  await popup.waitForURL('https://shop.example/');

  expect(await popup.evaluate('({ opener: window.opener, referrer: document.referrer })')).toEqual({
    opener: null,
    referrer: '',
  });
  expect(page.url()).toContain('/app/outbox');
  await context.close();
});

test('a link that is a script does nothing', async () => {
  const html = `<a href="javascript:top.owned = 1" ${filling}>Run</a>`;
  await send(service(), { subject: 'With a script', html });
  const { page, context } = await open(`${service().at.console}/app/outbox`);

  await clickInto(page, 'Run');
  await page.waitForTimeout(500);

  expect(await page.evaluate(isOwned)).toBe(false);
  await context.close();
});

/**
 * By the mouse alone, into a link that fills the frame: one without scripts does not tell Playwright what would take
 * the click.
 */
async function clickInto(page: Page, link: string): Promise<void> {
  await page.frameLocator('iframe').getByRole('link', { name: link }).waitFor();
  const { x, y } = await page.evaluate<{ x: number; y: number }>(
    `(({ x, y }) => ({ x, y }))(document.querySelector('iframe').getBoundingClientRect())`,
  );
  await page.mouse.click(x + 60, y + 60);
}

const filling = 'style="display: block; height: 20rem"';
