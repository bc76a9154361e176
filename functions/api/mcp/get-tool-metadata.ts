import { answerErrors } from '../../../shared/http/answer-errors';
import { lambdaHandler } from '../../../shared/http/pipeline';
import { answerMetadata } from './metadata';
import { mcpRoutes } from './routes';

export const handler = lambdaHandler(mcpRoutes.getToolMetadata, [answerErrors()], () =>
  Promise.resolve(answerMetadata()),
);
