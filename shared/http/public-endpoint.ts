import { readInput, type Input } from './input';
import { pipeline } from './pipeline';
import { toAnswer, type ReplyOf } from './reply';
import type { Route } from './route';

/** The Lambda function of what is open to everybody: the pipeline without a credential and what hangs on one. */
export const publicEndpoint = <const R extends Route>(
  route: R,
  handler: (input: Input<R>) => Promise<ReplyOf<R>>,
) => pipeline(route, [], async (request) => toAnswer(await handler(readInput(route, request))));
