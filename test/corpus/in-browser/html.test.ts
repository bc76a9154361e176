import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import { openPage, useBrowser } from '../../dashboard/support/browser';
import { useOwnService } from '../../dashboard/support/use-own-service';

const service = useOwnService();
useBrowser();

const folder = join(process.env['CORPUS'] ?? '', 'mime');
const filesIn = (name: string): string[] =>
  readdirSync(join(folder, name)).map((file) => join(folder, name, file));

/** Returns the HTML of third-party email, including broken and hostile examples. */
async function readCorpusHtml(): Promise<string[]> {
  const mails = filesIn('cases').filter((file) => file.endsWith('.eml'));
  const parsed = await Promise.all(
    mails.map((file) => simpleParser(readFileSync(file), { skipTextToHtml: true })),
  );
  const pages = filesIn('html2text').filter((file) => file.endsWith('.html'));
  return [
    ...parsed.flatMap(({ html }) => (typeof html === 'string' ? [html] : [])),
    ...pages.map((file) => readFileSync(file, 'utf8')),
  ];
}

/** Returns a script that posts the HTML into a frame, as the dashboard does. */
const displayScript = (html: string, query = ''): string => `new Promise((resolve) => {
  document.body.replaceChildren();
  const frame = Object.assign(document.createElement('iframe'), { name: 'mail' });
  frame.setAttribute('sandbox', 'allow-popups allow-popups-to-escape-sandbox');
  const form = document.createElement('form');
  Object.assign(form, { method: 'post', enctype: 'text/plain', action: '/app/mail${query}', target: 'mail' });
  form.append(Object.assign(document.createElement('textarea'), { name: 'html', value: ${JSON.stringify(html)} }));
  document.body.append(frame, form);
  frame.addEventListener('load', resolve);
  form.submit();
})`;

test('third-party HTML email is displayed in a frame, fetches nothing and runs no script', async () => {
  const mails = await readCorpusHtml();
  const { page, context } = await openPage(`${service().metadata.console}/app/no-such-page`);
  const requestedUrls: string[] = [];
  await context.route(
    (url) => url.protocol.startsWith('http') && url.origin !== service().metadata.console,
    (route) => {
      requestedUrls.push(route.request().url());
      return route.abort();
    },
  );
  const openedPages: string[] = [];
  context.on('page', (other) => openedPages.push(other.url()));

  for (const html of mails) await page.evaluate(displayScript(html));

  expect(mails.length).toBeGreaterThan(50);
  expect({ requestedUrls, openedPages, at: page.url() }).toEqual({
    requestedUrls: [],
    openedPages: [],
    at: `${service().metadata.console}/app/no-such-page`,
  });
  // The corpus contains remote images, which the browser requests when the page allows them.
  for (const html of mails) await page.evaluate(displayScript(html, '?remote=1'));
  expect(requestedUrls.length).toBeGreaterThan(10);
  await context.close();
});
