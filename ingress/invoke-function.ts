import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { requireEnv } from '../shared/core/env';
import { ApiError } from '../shared/core/errors';
import type { HttpResponse } from '../shared/http/responses';
import type { AnnouncedBody, ParkedBody } from '../shared/http/request';
import type { IngressEvent } from './event';

const lambda = new LambdaClient({
  // Retrying the invocation would repeat the request.
  maxAttempts: 1,
  // Longer than the timeout of any function, and equal to CloudFront's timeout.
  requestHandler: { requestTimeout: 60_000, throwOnRequestTimeout: true },
});

/**
 * Asks the function whether the client may send the body. Returns 100 with the admission, or the error response. A
 * failed call has no effect.
 */
export const requestAdmission = (
  routeName: string,
  event: IngressEvent & { announcedBody: AnnouncedBody },
): Promise<HttpResponse> => invoke(routeName, event);

/** Returns the response to the complete request. */
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
  if (FunctionError || !Payload) throw new Error(`${FunctionName}: ${FunctionError ?? 'no response'}`);
  // A function of this deployment wrote the payload.
  return JSON.parse(Payload.transformToString()) as HttpResponse;
}

/** Matches API Gateway's response for a function that crashed or timed out. The outcome of the request is unknown. */
const unknownOutcomeError = (cause: unknown): ApiError =>
  new ApiError(
    'internal_error',
    'The service did not respond, but the request may have taken effect. Before you retry, check the current state',
    {
      cause,
    },
  );
