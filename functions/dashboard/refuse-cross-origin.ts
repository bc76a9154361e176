import { forbidden } from '../../shared/core/errors';
import type { ApiRequest } from '../../shared/http/request';
import { isSameOrigin } from '../../shared/http/session';

/** Throws 403 if the request does not come from a page of the dashboard. */
export function refuseCrossOrigin(request: ApiRequest): void {
  if (isSameOrigin(request)) return;
  throw forbidden(
    'Only the dashboard may make this request. Use the dashboard in a browser from 2023 or later',
  );
}
