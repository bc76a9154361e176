import { html } from '../text/html';
import { toApiError } from './error-handler';
import { pageResponse, type Page } from './page';
import type { Middleware } from './step';

/** Turns every error into a page that says what to do: who reads it has a mail, and no documentation. */
export function errorPageHandler(): Middleware {
  return {
    onError: (request) => {
      const { status } = toApiError(request);
      request.response = pageResponse(status, status === 404 ? brokenLinkPage : failurePage);
    },
  };
}

const brokenLinkPage: Page = {
  title: 'This link does not work',
  main: html`<p>It may have been cut off or changed on its way.</p>
    <p>
      Open it from the mail again; if you copy it, copy all of it. If that does not help, answer the mail and
      ask its sender to stop.
    </p>`,
};

const failurePage: Page = {
  title: 'This did not work',
  main: html`<p>Please open the link from the mail again in a few minutes, and repeat what you did.</p>`,
};
