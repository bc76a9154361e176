import { readInput, type Input } from './input';
import { pipeline } from './pipeline';
import { toHttpResponse, type ResponseOf } from './route-response';
import type { Route } from './route';

/** The Lambda function of a public endpoint: the pipeline without the steps that need a credential. */
export const publicEndpoint = <const R extends Route>(
  route: R,
  handler: (input: Input<R>) => Promise<ResponseOf<R>>,
) => pipeline(route, [], async (request) => toHttpResponse(await handler(readInput(route, request))));
