import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import { newId } from '../core/time';
import { defaultHeaders } from './default-headers';
import { errorHandler } from './error-handler';
import { ignoredFieldsHeader } from './ignored-fields';
import { continueStatus, json, type HttpResponse } from './responses';
import { enforceBodyLimit } from './body-limit';
import { requireUtf8 } from './charset';
import { parseJson } from './json';
import { parseRequest, type Admission, type ApiRequest, type HttpEvent } from './request';
import type { Route } from './route';
import type { Middleware } from './step';

type Handler = (request: ApiRequest) => Promise<HttpResponse>;

/**
 * The Lambda function of a JSON route. It runs the steps that all API endpoints share, and then the steps of the route.
 */
export const pipeline = (route: Route, steps: readonly Middleware[], handler: Handler) =>
  lambdaHandler(route, [errorHandler(), enforceBodyLimit(), requireUtf8(), parseJson(), ...steps], handler);

/**
 * A Lambda function that parses a request, runs the steps and calls the handler. If the body is only announced, the
 * function runs only the steps that need no body, and does not call the handler.
 */
export function lambdaHandler(route: Route, steps: Middleware[], handler: Handler) {
  const runHandler = middy<ApiRequest, HttpResponse>().use(steps).handler(handler);
  const runAdmission = middy<ApiRequest, HttpResponse>()
    .use(steps.filter(({ needsBody }) => !needsBody))
    .handler(admissionResponse);

  return async (event: HttpEvent, context: Context): Promise<HttpResponse> => {
    const request = parseRequest(route, event, {
      operation: { id: newId(), isRetry: false },
      remainingMs: () => context.getRemainingTimeInMillis(),
    });
    const response = await (request.announcedBody ? runAdmission : runHandler)(request, context);
    await Promise.all(request.background);
    return {
      ...response,
      headers: { ...defaultHeaders, ...ignoredFieldsHeader(request), ...response.headers },
    };
  };
}

/** Responds with 100, which tells the ingress to accept the body. */
const admissionResponse = ({ rateLimit: allowance, credential }: ApiRequest): Promise<HttpResponse> =>
  Promise.resolve(
    json(continueStatus, { rateLimit: allowance, workspaceId: credential?.workspaceId } satisfies Admission),
  );
