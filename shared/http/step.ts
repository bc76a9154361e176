import type { MiddlewareObj } from '@middy/core';
import type { HttpResponse } from './responses';
import type { ApiRequest } from './request';

/** A step of the pipeline: a middy middleware with our request and response types. */
export type Middleware = MiddlewareObj<ApiRequest, HttpResponse> & {
  /** Whether the step is skipped if the body is only announced. */
  needsBody?: true;
};

/** The request that middy passes to a hook. */
export type MiddlewareRequest = Parameters<NonNullable<Middleware['before']>>[0];
