import { ApiError } from '../../../shared/core/errors';
import { endpoint } from '../../../shared/http/endpoint';
import { fallbackRoutes } from './routes';

export const handler = endpoint(fallbackRoutes.refuseUnknown, () =>
  Promise.reject(new ApiError('not_found', 'No such API route')),
);
