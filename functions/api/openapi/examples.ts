import type { ExamplesOf } from '../../../shared/http/examples';
import type { openapiRoutes } from './routes';

export const openapiExamples = {
  getOpenapi: {
    beginning: {
      summary: 'The beginning of the document',
      status: 200,
      response: { openapi: '3.1.0', info: { title: 'Carrier Nest', version: '1.0.0' } },
    },
  },
} satisfies ExamplesOf<typeof openapiRoutes>;
