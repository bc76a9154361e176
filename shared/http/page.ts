import { html, Html } from '../text/html';
import type { HttpResponse } from './responses';

/** An HTML page. */
export interface Page {
  /** The title and the only heading. */
  title: string;
  main: Html;
}

const contentSecurityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'";

/**
 * Returns the response for a page. The page runs no scripts and loads no resources. It must not be framed, cached or
 * indexed, and its links send no referrer.
 */
export const pageResponse = (statusCode: number, page: Page): HttpResponse => ({
  statusCode,
  headers: {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': contentSecurityPolicy,
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
  },
  body: renderDocument(page).text,
});

/** Uses the browser's colors, so the page is readable in dark mode too. */
const style = new Html(`
:root { color-scheme: light dark }
body { max-width: 36rem; margin: 0 auto; padding: 1.5rem 1rem; font: 1rem/1.5 system-ui, sans-serif;
  overflow-wrap: anywhere }
h1 { font-size: 1.5rem; line-height: 1.25 }
fieldset { margin: 0 0 1.5rem; padding: 0; border: 0 }
legend { padding: 0 }
label { display: flex; gap: .75rem; align-items: baseline; padding: .5rem 0 }
small { display: block }
button { min-height: 2.75rem; padding: .5rem 1.25rem; font: inherit }
:focus-visible { outline: 3px solid currentcolor; outline-offset: 3px }
`);

const renderDocument = ({ title, main }: Page): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>
          ${style}
        </style>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${main}
        </main>
      </body>
    </html>`;
