import type { Ctx } from '../core/ctx';
import { enforceRateLimit } from './rate-limit';
import { authenticate } from './authenticate';
import { claimIdempotencyKey } from './idempotency';
import { readInput, type Input } from './input';
import { pipeline } from './pipeline';
import { toAnswer, type ReplyOf } from './reply';
import type { ApiRequest } from './request';
import { takesIdempotencyKey, type Route } from './route';
import { requireScope } from './scope';

/** The Lambda function of an endpoint: the pipeline in the order of refusals, then the handler. */
export function endpoint<const R extends Route>(
  route: R,
  handler: (ctx: Ctx, input: Input<R>) => Promise<ReplyOf<R>>,
) {
  const steps = [authenticate(), enforceRateLimit(), requireScope()];
  if (takesIdempotencyKey(route)) steps.push(claimIdempotencyKey());
  return pipeline(route, steps, async (request) =>
    toAnswer(await handler(contextOf(request), readInput(route, request))),
  );
}

function contextOf({ credential, operation, remainingMs }: ApiRequest): Ctx {
  if (!credential) throw new Error('A handler ran without a credential');
  return { workspaceId: credential.workspaceId, credential, operation, remainingMs };
}
