import type * as z from 'zod/mini';
import { json, type Answer, type Reply } from './answers';
import type { Download } from './download';
import type { Route } from './route';

/** One of the answers that the route declares: a wrong or a missing field does not compile. */
export type ReplyOf<R extends Route> = R extends { isFile: true }
  ? Download
  : {
      [Status in keyof R['answers'] & number]: Reply<Status, z.output<R['answers'][Status]>>;
    }[keyof R['answers'] & number];

export const toAnswer = (reply: Reply<number, unknown> | Download): Answer =>
  'file' in reply ? reply.file : json(reply.status, reply.body);
