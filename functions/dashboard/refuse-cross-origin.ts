import { forbidden } from '../../shared/core/errors';
import type { ApiRequest } from '../../shared/http/request';
import { isSameOrigin } from '../../shared/http/session';

/** Throws 403 unless a page of the dashboard makes the request. */
export function refuseCrossOrigin(request: ApiRequest): void {
  if (isSameOrigin(request)) return;
  throw forbidden('Only the dashboard may make this request, in a browser of 2023 or later');
}
