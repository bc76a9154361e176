import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { requireEnv } from '../shared/core/env';
import { ApiError } from '../shared/core/errors';
import type { HttpResponse } from '../shared/http/responses';
import type { AnnouncedBody, ParkedBody } from '../shared/http/request';
import type { IngressEvent } from './event';

const lambda = new LambdaClient({
  // A repeated invocation would be a repeated request.
  maxAttempts: 1,
  // Longer than any function runs, as at CloudFront.
  requestHandler: { requestTimeout: 60_000, throwOnRequestTimeout: true },
});

/** Whether the body may come: 100 with what was counted, or the refusal. Nothing was done where this fails. */
export const requestAdmission = (
  routeName: string,
  event: IngressEvent & { announcedBody: AnnouncedBody },
): Promise<HttpResponse> => invoke(routeName, event);

/** The answer to the whole request. */
export const invokeWithParkedBody = (
  routeName: string,
  event: IngressEvent & { parkedBody: ParkedBody },
): Promise<HttpResponse> =>
  invoke(routeName, event).catch((cause: unknown) => {
    throw unknownOutcomeError(cause);
  });

async function invoke(routeName: string, event: IngressEvent): Promise<HttpResponse> {
  const FunctionName = `${requireEnv('FUNCTION_PREFIX')}${routeName}`;
  const { Payload, FunctionError } = await lambda.send(
    new InvokeCommand({ FunctionName, Payload: JSON.stringify(event) }),
  );
  if (FunctionError || !Payload) throw new Error(`${FunctionName}: ${FunctionError ?? 'no answer'}`);
  // A function of this deployment wrote it.
  return JSON.parse(Payload.transformToString()) as HttpResponse;
}

/** As API Gateway answers for a function that crashed or ran out of time: nobody knows what it did. */
const unknownOutcomeError = (cause: unknown): ApiError =>
  new ApiError('internal_error', 'The request ended without an answer: check the log before you retry', {
    cause,
  });
