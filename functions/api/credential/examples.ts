import type { ExamplesOf } from '../../../shared/http/examples';
import type { credentialRoutes } from './routes';

export const credentialExamples = {
  getCredential: {
    drafting: {
      summary: 'The key of an agent whose emails require approval',
      status: 200,
      response: {
        kind: 'api_key',
        id: '01a1fd98-5e20-7c6b-8d9f-4a1b7c3e0f52',
        workspace_id: '01a1fd6c-f8f2-7a00-8b20-5c3d4e6f7a81',
        workspace_name: 'Acme',
        scopes: ['emails:send'],
        daily_send_limit: null,
        allowed_recipients: [],
        requires_approval: true,
      },
    },
  },
} satisfies ExamplesOf<typeof credentialRoutes>;
