import type { MiddlewareObj } from '@middy/core';
import type { HttpResponse } from './responses';
import type { ApiRequest } from './request';

/** One step of the pipeline: a middy middleware on our request and answer. */
export type Middleware = MiddlewareObj<ApiRequest, HttpResponse> & {
  /** Left out while the body is only announced. */
  needsBody?: true;
};

/** The request that middy hands to a hook. */
export type MiddlewareRequest = Parameters<NonNullable<Middleware['before']>>[0];
