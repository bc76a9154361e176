import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import type { Ctx } from '../ctx';
import { newId } from '../time';
import { countAllowance } from './allowance';
import { answerErrors } from './answer-errors';
import type { Answer } from './answers';
import { limitBody } from './body-limit';
import { acceptCharset } from './charset';
import { authenticate } from './credential';
import { claimIdempotencyKey } from './idempotency';
import { parseJson } from './json';
import { openRequest, type ApiRequest, type HttpEvent, type Query } from './request';
import { isPublic, takesIdempotencyKey, type Route } from './route';
import { requireScope } from './scope';

export interface Input {
  params: Record<string, string>;
  query: Query;
  body: unknown;
}

type Handler = (ctx: Ctx, input: Input) => Promise<Answer>;
type PublicHandler = (input: Input) => Promise<Answer>;

/** The Lambda function of an endpoint: the pipeline in the order of core.md's refusals, then the handler. */
export function endpoint(route: Route, handler: Handler) {
  return pipeline(route, (request) => handler(contextOf(request), inputOf(request)));
}

/** The same for what is open to everybody. */
export function publicEndpoint(route: Route, handler: PublicHandler) {
  return pipeline(route, (request) => handler(inputOf(request)));
}

function pipeline(route: Route, handler: (request: ApiRequest) => Promise<Answer>) {
  const run = middy<ApiRequest, Answer>()
    .use(answerErrors())
    .use(limitBody())
    .use(acceptCharset())
    .use(parseJson());
  if (!isPublic(route)) run.use(authenticate()).use(countAllowance()).use(requireScope());
  if (takesIdempotencyKey(route)) run.use(claimIdempotencyKey());
  run.handler(handler);

  return async (event: HttpEvent, context: Context): Promise<Answer> => {
    const request = openRequest(route, event, { id: newId(), isRetry: false });
    const answer = (await run(request, context)) as Answer;
    await Promise.all(request.background);
    return answer;
  };
}

function contextOf({ credential, operation }: ApiRequest): Ctx {
  if (!credential) throw new Error('A handler ran without a credential');
  return { workspaceId: credential.workspaceId, credential, operation };
}

const inputOf = ({ params, query, body }: ApiRequest): Input => ({ params, query, body });
