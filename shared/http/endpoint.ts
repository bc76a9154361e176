import type * as z from 'zod/mini';
import type { Ctx } from '../ctx';
import { countAllowance } from './allowance';
import { json, type Answer, type Reply } from './answers';
import { authenticate } from './credential';
import type { Download } from './file';
import { claimIdempotencyKey } from './idempotency';
import { inputOf, type Input } from './input';
import { pipeline } from './pipeline';
import type { ApiRequest } from './request';
import { takesIdempotencyKey, type Route } from './route';
import { requireScope } from './scope';

/** One of the answers that the route declares: a wrong or a missing field does not compile. */
type ReplyOf<R extends Route> = R extends { isFile: true }
  ? Download
  : {
      [Status in keyof R['answers'] & number]: Reply<Status, z.output<R['answers'][Status]>>;
    }[keyof R['answers'] & number];

/** The Lambda function of an endpoint: the pipeline in the order of core.md's refusals, then the handler. */
export function endpoint<const R extends Route>(
  route: R,
  handler: (ctx: Ctx, input: Input<R>) => Promise<ReplyOf<R>>,
) {
  const steps = [authenticate(), countAllowance(), requireScope()];
  if (takesIdempotencyKey(route)) steps.push(claimIdempotencyKey());
  return pipeline(route, steps, async (request) =>
    answerOf(await handler(contextOf(request), inputOf(route, request))),
  );
}

/** The same for what is open to everybody: without a credential, and what hangs on one. */
export const publicEndpoint = <const R extends Route>(
  route: R,
  handler: (input: Input<R>) => Promise<ReplyOf<R>>,
) => pipeline(route, [], async (request) => answerOf(await handler(inputOf(route, request))));

const answerOf = (reply: Reply<number, unknown> | Download): Answer =>
  'file' in reply ? reply.file : json(reply.status, reply.body);

function contextOf({ credential, operation }: ApiRequest): Ctx {
  if (!credential) throw new Error('A handler ran without a credential');
  return { workspaceId: credential.workspaceId, credential, operation };
}
