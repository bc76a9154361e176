import { forbidden } from '../../shared/core/errors';
import type { ApiRequest } from '../../shared/http/request';
import { isSameOrigin } from '../../shared/http/session';

/** 403 for every request that no page of the dashboard makes. */
export function refuseCrossOrigin(request: ApiRequest): void {
  if (isSameOrigin(request)) return;
  throw forbidden('This is for the pages of the dashboard alone, in a browser of 2023 or later');
}
