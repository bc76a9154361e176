import { ApiError } from '../errors';
import { bodyMaxOf, megabyte } from './route';
import type { Step } from './step';

/** 413 before anything else is read (core.md, "Limits"). A parked body is not even fetched. */
export function limitBody(): Step {
  return {
    before: ({ event: { route, rawBody, parkedBody } }) => {
      const bytes = parkedBody?.size ?? Buffer.byteLength(rawBody);
      const bytesMax = bodyMaxOf(route);
      if (bytes > bytesMax) {
        const limit = `${bytesMax / megabyte} MB`;
        throw new ApiError('payload_too_large', `The body has ${bytes} bytes; at most ${limit} are accepted`);
      }
    },
  };
}
