import type { RequestContext } from '../core/request-context';
import { enforceRateLimit } from './rate-limit';
import { authenticate } from './authenticate';
import { claimIdempotencyKey } from './idempotency';
import { readInput, type Input } from './input';
import { pipeline } from './pipeline';
import { toHttpResponse, type ResponseOf } from './route-response';
import type { ApiRequest } from './request';
import { takesIdempotencyKey, type Route } from './route';
import { requireScope } from './scope';

/**
 * The Lambda function of an endpoint. Runs the steps of the pipeline in an order that determines which error takes
 * precedence, and then the handler.
 */
export function endpoint<const R extends Route>(
  route: R,
  handler: (ctx: RequestContext, input: Input<R>) => Promise<ResponseOf<R>>,
) {
  const steps = [authenticate(), enforceRateLimit(), requireScope()];
  if (takesIdempotencyKey(route)) steps.push(claimIdempotencyKey());
  return pipeline(route, steps, async (request) =>
    toHttpResponse(await handler(contextOf(request), readInput(route, request))),
  );
}

function contextOf({ credential, operation, remainingMs }: ApiRequest): RequestContext {
  if (!credential) throw new Error('A handler ran without a credential');
  return { workspaceId: credential.workspaceId, credential, operation, remainingMs };
}
