import type * as z from 'zod/mini';
import { json, type HttpResponse, type RouteResponse } from './responses';
import type { Download } from './download';
import type { Route } from './route';

/** One of the responses that the route declares. A wrong or missing field does not compile. */
export type ResponseOf<R extends Route> = R extends { isFile: true }
  ? Download
  : {
      [Status in keyof R['responses'] & number]: RouteResponse<Status, z.output<R['responses'][Status]>>;
    }[keyof R['responses'] & number];

export const toHttpResponse = (reply: RouteResponse<number, unknown> | Download): HttpResponse =>
  'file' in reply ? reply.file : json(reply.status, reply.body, reply.headers);
