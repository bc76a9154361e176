import { limitBody } from './body-limit';
import { bodyText } from './body-text';
import type { Answer } from './answers';
import { lambda } from './pipeline';
import { pageAnswer, type Page } from './page';
import { answerErrorPages } from './page-errors';
import type { ApiRequest } from './request';
import type { Route } from './route';

/** What a page is asked with. */
interface Visit {
  params: Record<string, string>;
  /** The fields of the form. A body of another kind has none: mail programs post as they like. */
  form: () => Promise<URLSearchParams>;
}

/** The Lambda function of a page, open to everybody: 200 with the page, or a page that says what is wrong. */
export const pageEndpoint = (route: Route, handler: (visit: Visit) => Promise<Page>) =>
  lambda(route, [answerErrorPages(), limitBody()], async (request): Promise<Answer> => {
    const page = await handler({ params: request.params, form: () => formOf(request) });
    return pageAnswer(200, page);
  });

async function formOf(request: ApiRequest): Promise<URLSearchParams> {
  const isForm = request.header('content-type')?.startsWith('application/x-www-form-urlencoded');
  return new URLSearchParams(isForm ? await bodyText(request) : '');
}
