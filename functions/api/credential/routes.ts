import type { Route } from '../../../shared/http/route';
import { CredentialSchema } from './shapes';

export const credentialRoutes = {
  getCredential: {
    method: 'GET',
    path: '/v1/credential',
    summary: 'Get the current credential and its permissions',
    description:
      'Returns the credential of the request. The operation requires no scope. Call this operation first, ' +
      'because an operation whose scope is not in `scopes` responds with 403. If `requires_approval` is ' +
      'true, emails are held until an approver approves them. `allowed_recipients` is empty if all ' +
      'recipients are allowed. OAuth tokens and dashboard sessions do not have these limits.',
    scope: 'any',
    inboxAccess: 'shared',
    needs: [],
    responses: { 200: CredentialSchema },
  },
} satisfies Record<string, Route>;
