import { enforceBodyLimit } from './body-limit';
import { readBodyText } from './read-body-text';
import type { HttpResponse } from './responses';
import { lambdaHandler } from './pipeline';
import { pageResponse, type Page } from './page';
import { errorPageHandler } from './page-errors';
import type { ApiRequest } from './request';
import type { Route } from './route';

/** The input of a page handler. */
interface PageRequest {
  params: Record<string, string>;
  /** Returns the fields of the form. Mail clients also post other content types, which have no fields. */
  form: () => Promise<URLSearchParams>;
}

/** The Lambda function of a public page: responds with 200 and the page, or with an error page. */
export const pageEndpoint = (route: Route, handler: (pageRequest: PageRequest) => Promise<Page>) =>
  lambdaHandler(route, [errorPageHandler(), enforceBodyLimit()], async (request): Promise<HttpResponse> => {
    const page = await handler({ params: request.params, form: () => readForm(request) });
    return pageResponse(200, page);
  });

async function readForm(request: ApiRequest): Promise<URLSearchParams> {
  const isForm = request.header('content-type')?.startsWith('application/x-www-form-urlencoded');
  return new URLSearchParams(isForm ? await readBodyText(request) : '');
}
