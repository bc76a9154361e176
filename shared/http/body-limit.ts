import { ApiError } from '../core/errors';
import { bodyMaxOf, megabyte, type Route } from './route';
import type { Middleware } from './step';

/**
 * Responds with 413 to a body that is too large. At this step, the client has not yet uploaded a large body, or
 * the function has not yet fetched the body from S3.
 */
export function enforceBodyLimit(): Middleware {
  return {
    before: ({ event: { route, rawBody, announcedBody, parkedBody } }) => {
      const bytes = announcedBody?.size ?? parkedBody?.size ?? Buffer.byteLength(rawBody);
      if (bytes > bodyMaxOf(route)) throw tooLarge(route);
    },
  };
}

export function tooLarge(route: Route): ApiError {
  const bytesMax = bodyMaxOf(route);
  const limit = `${bytesMax / megabyte} MB`;
  return new ApiError(
    'payload_too_large',
    `The body is larger than ${limit} (${bytesMax} bytes), the maximum of this operation. Send a smaller body`,
  );
}
