import { megabyte, type Route } from '../../shared/http/route';

const nonApi = { scope: 'public', undocumented: true, isNonApi: true, responses: {}, needs: [] } as const;

/** The pages of packages/dashboard, and the requests that the pages make outside the API (docs/dashboard.md). */
export const dashboardRoutes = {
  redirectToDashboard: {
    ...nonApi,
    method: 'GET',
    path: '/app',
    summary: 'Redirects to the first page',
  },
  showDashboard: {
    ...nonApi,
    method: 'GET',
    path: '/app/{file+}',
    summary: 'Serves the pages and their files',
    isFile: true,
  },
  getSession: {
    ...nonApi,
    method: 'GET',
    path: '/app/session',
    summary: 'Returns the signed-in user, or how to sign in',
    needs: ['environment:sign-in', 'table:GetItem', 'table:Query', 'table:BatchGetItem'],
  },
  signIn: {
    ...nonApi,
    method: 'GET',
    path: '/app/sign-in',
    summary: 'Redirects to the sign-in page of the identity provider',
    needs: ['environment:sign-in'],
  },
  finishSignIn: {
    ...nonApi,
    method: 'GET',
    path: '/app/signed-in',
    summary: 'Completes a sign-in and starts a session',
    needs: ['environment:sign-in', 'sessions:PutItem'],
  },
  signOut: {
    ...nonApi,
    method: 'POST',
    path: '/app/sign-out',
    summary: 'Ends a session',
    needs: ['environment:sign-in', 'sessions:DeleteItem'],
    bodyMax: 0,
  },
  showMail: {
    ...nonApi,
    method: 'POST',
    path: '/app/mail',
    summary: 'Returns the posted HTML as a document that runs no code',
    // JSON escapes quotes and line breaks. With this limit, the invocation event and the response stay under 6 MB.
    bodyMax: 2 * megabyte,
    needs: ['parked:GetObject'],
  },
} satisfies Record<string, Route>;
