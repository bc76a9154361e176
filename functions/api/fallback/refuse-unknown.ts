import { ApiError } from '../../../shared/core/errors';
import { endpoint } from '../../../shared/http/endpoint';
import { describeRoutesNear } from './describe-routes-near';
import { fallbackRoutes } from './routes';

export const handler = endpoint(fallbackRoutes.refuseUnknown, (_ctx, { path }) =>
  Promise.reject(new ApiError('not_found', `No such API route${describeRoutesNear(path)}`)),
);
