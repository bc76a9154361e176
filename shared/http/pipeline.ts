import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import { newId } from '../core/time';
import { answerErrors } from './answer-errors';
import { continueStatus, json, type Answer } from './answers';
import { limitBody } from './body-limit';
import { acceptCharset } from './charset';
import { parseJson } from './json';
import { openRequest, type Admission, type ApiRequest, type HttpEvent } from './request';
import type { Route } from './route';
import type { Step } from './step';

type Handler = (request: ApiRequest) => Promise<Answer>;

/** A Lambda function that speaks JSON: what every endpoint of the API begins with, then its steps. */
export const pipeline = (route: Route, steps: readonly Step[], handler: Handler) =>
  lambda(route, [answerErrors(), limitBody(), acceptCharset(), parseJson(), ...steps], handler);

/**
 * A Lambda function that reads a request, lets it go through the steps, and hands it to the handler. With a body that
 * is only announced it goes through those that need none, and no further.
 */
export function lambda(route: Route, steps: Step[], handler: Handler) {
  const run = middy<ApiRequest, Answer>().use(steps).handler(handler);
  const admit = middy<ApiRequest, Answer>()
    .use(steps.filter(({ needsBody }) => !needsBody))
    .handler(admission);

  return async (event: HttpEvent, context: Context): Promise<Answer> => {
    const request = openRequest(route, event, {
      operation: { id: newId(), isRetry: false },
      remainingMs: () => context.getRemainingTimeInMillis(),
    });
    const answer = (await (request.announcedBody ? admit : run)(request, context)) as Answer;
    await Promise.all(request.background);
    return answer;
  };
}

/** The body may come. */
const admission = ({ allowance, credential }: ApiRequest): Promise<Answer> =>
  Promise.resolve(
    json(continueStatus, { allowance, workspaceId: credential?.workspaceId } satisfies Admission),
  );
