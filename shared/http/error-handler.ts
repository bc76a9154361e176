import { ApiError } from '../core/errors';
import { logger } from '../core/logger';
import { errorResponse, type HttpResponse } from './responses';
import { rateLimitHeaders } from './rate-limit-headers';
import type { Middleware, MiddlewareRequest } from './step';

/** Turns every error into an error response, and adds the rate-limit headers to every response. */
export function errorHandler(): Middleware {
  return {
    after: (request) => {
      if (request.response) addRateLimitHeaders(request, request.response);
    },
    onError: (request) => {
      request.response = errorResponse(toApiError(request));
      addRateLimitHeaders(request, request.response);
    },
  };
}

/** Returns the part of an error that the client may see, and logs the cause. */
export function toApiError({ error, event }: MiddlewareRequest): ApiError {
  if (error instanceof ApiError) {
    if (error.status >= 500) logger.error(error.type, { requestId: event.requestId, cause: error.cause });
    return error;
  }
  logger.error('request failed', { requestId: event.requestId, error });
  if (isThrottled(error)) return overloadedError();
  const message =
    event.route.method === 'GET'
      ? 'The service failed. A GET request changes nothing, so repeat it.'
      : 'The service failed, but the request may have taken effect in part. Before you retry, check the current state, for example in the email log.';
  return new ApiError('internal_error', message, { outcomeUnknown: true });
}

const throttlingErrors = [
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'SlowDown',
];

const isThrottled = (error: unknown): boolean =>
  error instanceof Error && throttlingErrors.includes(error.name);

const overloadedError = (): ApiError =>
  new ApiError('service_unavailable', 'The service is under heavy load. Try again in a few seconds', {
    headers: { 'Retry-After': '5' },
    outcomeUnknown: true,
  });

/**
 * Adds the rate-limit headers. A middleware that responds early must call this function, because middy then skips every
 * `after` hook.
 */
export function addRateLimitHeaders({ event }: MiddlewareRequest, response: HttpResponse): HttpResponse {
  Object.assign(response.headers, rateLimitHeaders(event.rateLimit));
  return response;
}
