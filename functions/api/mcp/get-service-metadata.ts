import { answerErrors } from '../../../shared/http/answer-errors';
import { lambda } from '../../../shared/http/pipeline';
import { answerMetadata } from './metadata';
import { mcpRoutes } from './routes';

export const handler = lambda(mcpRoutes.getServiceMetadata, [answerErrors()], () =>
  Promise.resolve(answerMetadata()),
);
