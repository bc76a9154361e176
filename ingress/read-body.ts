import type { IncomingMessage } from 'node:http';
import { Transform, type Readable } from 'node:stream';
import { ApiError } from '../shared/core/errors';
import { tooLarge } from '../shared/http/body-limit';
import { bodyMaxOf, type Route } from '../shared/http/route';

/**
 * The body as it comes in. Fails with 413 as soon as it is longer than the route takes, with 400 when the deadline is
 * over, and when the client goes away. The request itself stays open then: the client is yet to be answered.
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

const bodyTooSlowError = () => unreadableBodyError('The body did not arrive in time: send less, or faster');

/** Nobody hears it. */
const bodyCutOffError = () => unreadableBodyError('The body was cut off');
