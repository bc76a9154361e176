import type { Ctx } from '../ctx';
import { countAllowance } from './allowance';
import type { Answer } from './answers';
import { authenticate } from './credential';
import { claimIdempotencyKey } from './idempotency';
import { inputOf, pipeline, type Input } from './pipeline';
import type { ApiRequest } from './request';
import { takesIdempotencyKey, type Route } from './route';
import { requireScope } from './scope';

/** The Lambda function of an endpoint: the pipeline in the order of core.md's refusals, then the handler. */
export function endpoint(route: Route, handler: (ctx: Ctx, input: Input) => Promise<Answer>) {
  const steps = [authenticate(), countAllowance(), requireScope()];
  if (takesIdempotencyKey(route)) steps.push(claimIdempotencyKey());
  return pipeline(route, steps, (request) => handler(contextOf(request), inputOf(request)));
}

function contextOf({ credential, operation }: ApiRequest): Ctx {
  if (!credential) throw new Error('A handler ran without a credential');
  return { workspaceId: credential.workspaceId, credential, operation };
}
