import { errorHandler } from '../../../shared/http/error-handler';
import { lambdaHandler } from '../../../shared/http/pipeline';
import { metadataResponse } from './metadata';
import { mcpRoutes } from './routes';

export const handler = lambdaHandler(mcpRoutes.getServiceMetadata, [errorHandler()], () =>
  Promise.resolve(metadataResponse()),
);
