import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import { newId } from '../core/time';
import { answerErrors } from './answer-errors';
import { continueStatus, json, type Answer } from './answers';
import { enforceBodyLimit } from './body-limit';
import { requireUtf8 } from './charset';
import { parseJson } from './json';
import { parseRequest, type Admission, type ApiRequest, type HttpEvent } from './request';
import type { Route } from './route';
import type { Middleware } from './step';

type Handler = (request: ApiRequest) => Promise<Answer>;

/** A Lambda function that speaks JSON: what every endpoint of the API begins with, then its steps. */
export const pipeline = (route: Route, steps: readonly Middleware[], handler: Handler) =>
  lambdaHandler(route, [answerErrors(), enforceBodyLimit(), requireUtf8(), parseJson(), ...steps], handler);

/**
 * A Lambda function that reads a request, lets it go through the steps, and hands it to the handler. With a body that
 * is only announced it goes through those that need none, and no further.
 */
export function lambdaHandler(route: Route, steps: Middleware[], handler: Handler) {
  const runHandler = middy<ApiRequest, Answer>().use(steps).handler(handler);
  const runAdmission = middy<ApiRequest, Answer>()
    .use(steps.filter(({ needsBody }) => !needsBody))
    .handler(answerAdmission);

  return async (event: HttpEvent, context: Context): Promise<Answer> => {
    const request = parseRequest(route, event, {
      operation: { id: newId(), isRetry: false },
      remainingMs: () => context.getRemainingTimeInMillis(),
    });
    const answer = await (request.announcedBody ? runAdmission : runHandler)(request, context);
    await Promise.all(request.background);
    return answer;
  };
}

/** The body may come. */
const answerAdmission = ({ rateLimit: allowance, credential }: ApiRequest): Promise<Answer> =>
  Promise.resolve(
    json(continueStatus, { rateLimit: allowance, workspaceId: credential?.workspaceId } satisfies Admission),
  );
