import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { openPage, waitUntilTrue, useBrowser } from '../support/browser';
import { useOwnService } from '../support/use-own-service';
import { createDrafts, sendEmail } from '../support/sample-workspace';
import { deliverInboundMail } from '../../support/inbound-mail';

const service = useOwnService();
useBrowser();

/** A server that records every request, so that the tests detect pages that contact the server. */
const tracker = createServer((request, response) => {
  trackedRequests.push(request.url ?? '');
  response.writeHead(404).end();
});
// Even a connection without a request reveals that the email was read.
const connectionMarker = 'a connection';
tracker.on('connection', () => trackedRequests.push(connectionMarker));
let trackedRequests: string[] = [];
let trackerOrigin: string;
beforeAll(async () => {
  tracker.listen(0, '127.0.0.1');
  await once(tracker, 'listening');
  trackerOrigin = `http://127.0.0.1:${(tracker.address() as AddressInfo).port}`;
});
beforeEach(() => {
  trackedRequests = [];
});
afterAll(() => tracker.close());

/** Returns HTML that tries every known way to load a resource or run a script. */
const hostileHtml = (origin: string) => `<html><head>
<base href="${origin}/base/"><meta http-equiv="refresh" content="0;url=${origin}/refresh">
<link rel="stylesheet" href="${origin}/link.css"><link rel="dns-prefetch" href="${origin}"><link rel="preload" as="image" href="${origin}/preload.png">
<style>@import url("${origin}/import.css"); @font-face { font-family: x; src: url("${origin}/font.woff") } body { background: url("${origin}/body.png"); font-family: x }</style>
</head><body background="${origin}/background.png" onload="top.owned = 1">
<script>top.owned = 1; fetch("${origin}/fetch")</script>
<img src="${origin}/pixel.png" srcset="${origin}/set.png 2x" onerror="top.owned = 1">
<img src="x" onerror="parent.postMessage('owned', '*')">
<svg><script>top.owned = 1</script><image href="${origin}/svg.png"/><filter id="f"><feImage href="${origin}/fe.png"/></filter><rect width="9" height="9" filter="url(#f)"/></svg>
<svg onload="top.owned = 1"></svg><math><mtext><img src="${origin}/math.png" onerror="top.owned = 1"></mtext></math>
<video poster="${origin}/poster.png" src="${origin}/video.mp4" autoplay></video><audio src="${origin}/audio.mp3" autoplay></audio>
<iframe src="${origin}/frame"></iframe><iframe srcdoc="<script>top.owned = 1</script>"></iframe>
<object data="${origin}/object"></object><embed src="${origin}/embed">
<form action="${origin}/form" id="f1"><input name="a" autofocus onfocus="top.owned = 1"><button>Go</button></form>
<table background="${origin}/table.png"><tr><td style="background-image: url('${origin}/td.png')">Seen</td></tr></table>
<a id="go" href="${origin}/link">A link</a> <a href="javascript:top.owned = 1" id="js">A script</a>
<noscript><p title="</noscript><img src=${origin}/noscript.png onerror=top.owned=1>">x</p></noscript>
<!--a--!><link rel="preconnect" href="${origin}"><script>top.owned = 1</script><!-- -->
<svg><!--a--!><link rel="preconnect" href="${origin}"><style><p><link rel="preconnect" href="${origin}"></p></style></svg>
<![CDATA[a><link rel="preconnect" href="${origin}">]]><title><link rel="preconnect" href="${origin}"></title>
<p style="position: fixed; inset: 0">Covers all</p></body></html>`;

const isOwned = 'Boolean(window.owned)';

/** Returns a script that posts the HTML as the pages do, but not into a frame. */
const postAsTopLevelPage = (html: string): string => `{
  const form = document.createElement('form');
  Object.assign(form, { method: 'post', enctype: 'text/plain', action: '/app/mail' });
  form.append(Object.assign(document.createElement('textarea'), { name: 'html', value: ${JSON.stringify(html)} }));
  document.body.append(form);
  form.submit();
}`;

async function expectHarmless(path: string, openFrame: (page: Page) => unknown) {
  const { page, context } = await openPage(`${service().metadata.console}${path}`);
  await page.evaluate(`void addEventListener('message', () => (window.owned = 1))`);
  await openFrame(page);
  await page.locator('iframe').first().contentFrame().getByText('Seen').waitFor();
  // A script or a request would start within this time.
  await page.waitForTimeout(500);

  expect(await page.evaluate(isOwned)).toBe(false);
  expect(trackedRequests).toEqual([]);
  await context.close();
}

test('a sent email runs no script and fetches nothing', async () => {
  await sendEmail(service(), { subject: 'Hostile', html: hostileHtml(trackerOrigin) });

  await expectHarmless('/app/outbox', () => undefined);
});

test('a draft runs no script and fetches nothing', async () => {
  await createDrafts(service());
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
    body: {
      from: 'desk@mail.local.test',
      to: 'kim@example.com',
      subject: 'Hostile',
      html: hostileHtml(trackerOrigin),
    },
  });

  await expectHarmless('/app/approvals', () => undefined);
});

test('an inbound message runs no script and fetches nothing', async () => {
  const raw = [
    'From: "<img src=x onerror=top.owned=1>" <kim@example.com>',
    'To: desk@mail.local.test',
    'Subject: <script>top.owned = 1</script>',
    'Message-ID: <hostile@example.com>',
    'MIME-Version: 1.0',
    'Content-Type: text/html; charset=utf-8',
    '',
    hostileHtml(trackerOrigin),
  ].join('\r\n');
  await deliverInboundMail(service(), { recipients: 'desk@mail.local.test' }, raw);
  await service().settle();
  const { data } = (await service().api('GET', '/v1/threads?awaiting_reply=true')).body;

  await expectHarmless(`/app/conversations/${data[0].id}`, (page) =>
    page.locator('summary', { hasText: 'HTML' }).click(),
  );
});

test('a template preview runs no script and fetches nothing', async () => {
  await expectHarmless('/app/templates/_new', (page) =>
    page.getByLabel('HTML', { exact: true }).fill(hostileHtml(trackerOrigin)),
  );
});

test('an email opened as a top-level page fetches nothing and has an opaque origin', async () => {
  const { page, context } = await openPage(`${service().metadata.console}/app/no-such-page`);
  await page.evaluate(postAsTopLevelPage(hostileHtml(trackerOrigin)));
  await page.getByText('Seen').waitFor();
  await page.waitForTimeout(500);

  expect(trackedRequests).toEqual([]);
  expect(await page.evaluate('self.origin')).toBe('null');
  await context.close();
});

test('after the user chooses to show remote images, the browser fetches only images', async () => {
  await sendEmail(service(), { subject: 'With images', html: hostileHtml(trackerOrigin) });
  const { page, context } = await openPage(`${service().metadata.console}/app/outbox`);
  await page.frameLocator('iframe').getByText('Seen').waitFor();

  await page.getByRole('button', { name: 'Show remote images' }).click();
  await waitUntilTrue(() => Promise.resolve(trackedRequests.length > 0));
  await page.waitForTimeout(500);

  expect(trackedRequests).toContain('/body.png');
  expect(trackedRequests.filter((url) => url !== connectionMarker && !url.endsWith('.png'))).toEqual([]);
  expect(await page.evaluate(isOwned)).toBe(false);
  await context.close();
});

test('a link opens a new page without an opener or a referrer', async () => {
  await sendEmail(service(), {
    subject: 'With a link',
    html: `<a href="https://shop.example/" ${fillStyle}>Shop</a>`,
  });
  const { page, context } = await openPage(`${service().metadata.console}/app/outbox`);
  await context.route('https://shop.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Shop</title>' }),
  );

  const [popup] = await Promise.all([context.waitForEvent('page'), clickLinkInFrame(page, 'Shop')]);
  await popup.waitForURL('https://shop.example/');

  expect(await popup.evaluate('({ opener: window.opener, referrer: document.referrer })')).toEqual({
    opener: null,
    referrer: '',
  });
  expect(page.url()).toContain('/app/outbox');
  await context.close();
});

test('a javascript: link does nothing', async () => {
  const html = `<a href="javascript:top.owned = 1" ${fillStyle}>Run</a>`;
  await sendEmail(service(), { subject: 'With a script', html });
  const { page, context } = await openPage(`${service().metadata.console}/app/outbox`);

  await clickLinkInFrame(page, 'Run');
  await page.waitForTimeout(500);

  expect(await page.evaluate(isOwned)).toBe(false);
  await context.close();
});

/**
 * Clicks at a position inside a link that fills the frame. Playwright cannot click the link directly, because that
 * needs scripts, which the frame does not allow.
 */
async function clickLinkInFrame(page: Page, link: string): Promise<void> {
  await page.frameLocator('iframe').getByRole('link', { name: link }).waitFor();
  const { x, y } = await page.evaluate<{ x: number; y: number }>(
    `(({ x, y }) => ({ x, y }))(document.querySelector('iframe').getBoundingClientRect())`,
  );
  await page.mouse.click(x + 60, y + 60);
}

const fillStyle = 'style="display: block; height: 20rem"';
