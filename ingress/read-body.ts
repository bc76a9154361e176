import type { IncomingMessage } from 'node:http';
import { Transform, type Readable } from 'node:stream';
import { ApiError } from '../shared/core/errors';
import { tooLarge } from '../shared/http/body-limit';
import { bodyMaxOf, type Route } from '../shared/http/route';

/**
 * Streams the body. Fails with 413 once the body exceeds the limit of the route, and with 400 after the deadline or if
 * the client disconnects. After a failure, the request stays open, so that the client can still get a response.
 */
export function readBody(request: IncomingMessage, route: Route, deadline: AbortSignal): Readable {
  if (deadline.aborted) throw bodyTooSlowError();
  const body = limitBytes(bodyMaxOf(route), () => tooLarge(route));
  deadline.addEventListener('abort', () => body.destroy(bodyTooSlowError()), { once: true });
  const failCutOff = () => !request.complete && body.destroy(bodyCutOffError());
  if (request.destroyed) failCutOff();
  else request.once('close', failCutOff);
  return request.pipe(body);
}

function limitBytes(bytesMax: number, refuse: () => Error): Transform {
  let bytes = 0;
  return new Transform({
    transform: (part: Buffer, _encoding, next) => {
      bytes += part.length;
      if (bytes > bytesMax) next(refuse());
      else next(null, part);
    },
  });
}

const unreadableBodyError = (reason: string) => new ApiError('invalid_request', reason, { status: 400 });

const bodyTooSlowError = () =>
  unreadableBodyError('The body did not arrive in time. Send a smaller body, or send the body faster');

/** The error for a client that disconnected and therefore does not get the response. */
const bodyCutOffError = () => unreadableBodyError('The body was cut off');
