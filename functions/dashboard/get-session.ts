import { listMemberships } from '../../shared/domain/platform/users/find';
import { findSession } from '../../shared/domain/platform/users/session';
import type { Session } from '../../shared/db/records/users';
import { findWorkspaces } from '../../shared/domain/platform/workspaces/find';
import { errorHandler } from '../../shared/http/error-handler';
import { json } from '../../shared/http/responses';
import { sessionCookie, cookieValue } from '../../shared/http/cookies';
import { lambdaHandler } from '../../shared/http/pipeline';
import { hasSignIn, signInUrl } from './identity-provider';
import { dashboardRoutes } from './routes';

/**
 * Returns the signed-in user with the user's workspaces. Without a session, returns the sign-in URL if the deployment
 * has one.
 */
export const handler = lambdaHandler(dashboardRoutes.getSession, [errorHandler()], async ({ header }) => {
  const secret = cookieValue(sessionCookie, header('cookie'));
  const session = secret && hasSignIn() ? await findSession(secret) : undefined;
  return json(200, session ? await presentSession(session) : presentSignedOut());
});

const presentSignedOut = () => ({ mode: 'key', sign_in: hasSignIn() ? signInUrl() : null });

async function presentSession({ userId, email }: Session) {
  const memberships = await listMemberships(userId);
  const workspaces = await findWorkspaces(memberships.map(({ workspaceId }) => workspaceId));
  return {
    mode: 'user',
    email,
    workspaces: workspaces.map(({ id, name }) => ({
      id,
      name,
      role: memberships.find(({ workspaceId }) => workspaceId === id)?.role,
    })),
  };
}
