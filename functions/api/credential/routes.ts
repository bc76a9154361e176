import type { Route } from '../../../shared/http/route';
import { CredentialSchema } from './shapes';

export const credentialRoutes = {
  getCredential: {
    method: 'GET',
    path: '/v1/credential',
    summary: 'Get what this credential is, and what it may do',
    description:
      'Needs no scope. Ask it first: what `scopes` leaves out is answered 403. Where `requires_approval` ' +
      'is set, mail waits for a person; `allowed_recipients` is empty where everybody may be mailed. A token has none ' +
      'of these limits, nor has a session, which is of a person who signed in to the dashboard.',
    scope: 'any',
    needs: [],
    responses: { 200: CredentialSchema },
  },
} satisfies Record<string, Route>;
