import { html } from '../text/html';
import { toApiError } from './error-handler';
import { pageResponse, type Page } from './page';
import type { Middleware } from './step';

/** Turns every error into a page with instructions: its reader has only the email, no documentation. */
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
  main: html`<p>It may be incomplete or changed.</p>
    <p>
      Open it from the email again; if you copy it, copy all of it. If that does not help, reply to the email
      and ask the sender to stop.
    </p>`,
};

const failurePage: Page = {
  title: 'Something went wrong',
  main: html`<p>Open the link in the email again in a few minutes and try once more.</p>`,
};
