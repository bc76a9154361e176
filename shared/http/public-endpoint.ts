import type { Answer } from './answers';
import { inputOf, pipeline, type Input } from './pipeline';
import type { Route } from './route';

/** The Lambda function of what is open to everybody: the pipeline without a credential and what hangs on one. */
export const publicEndpoint = (route: Route, handler: (input: Input) => Promise<Answer>) =>
  pipeline(route, [], (request) => handler(inputOf(request)));
