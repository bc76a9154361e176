import { html } from '../text/html';
import { toApiError } from './error-handler';
import { pageResponse, type Page } from './page';
import type { Middleware } from './step';

/** Turns every error into a page with instructions, because recipients of an email have no documentation. */
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
  main: html`<p>The link may be incomplete or changed.</p>
    <p>
      Open the link from the email again. If you copy the link, copy all of it. If the link still does not
      work, reply to the email and ask the sender to stop.
    </p>`,
};

const failurePage: Page = {
  title: 'Something went wrong',
  main: html`<p>Open the link in the email again in a few minutes and try once more.</p>`,
};
