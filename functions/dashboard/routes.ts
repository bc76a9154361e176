import { megabyte, type Route } from '../../shared/http/route';

const nonApi = { scope: 'public', undocumented: true, isNonApi: true, responses: {}, needs: [] } as const;

/** The pages of packages/dashboard, and what they ask for that is not of the API: docs/dashboard.md. */
export const dashboardRoutes = {
  redirectToDashboard: {
    ...nonApi,
    method: 'GET',
    path: '/app',
    summary: 'Leads to the first page',
  },
  showDashboard: {
    ...nonApi,
    method: 'GET',
    path: '/app/{file+}',
    summary: 'Hands out the pages and their files',
    isFile: true,
  },
  getSession: {
    ...nonApi,
    method: 'GET',
    path: '/app/session',
    summary: 'Says who signed in, or how one does',
    needs: ['environment:sign-in', 'table:GetItem', 'table:Query', 'table:BatchGetItem'],
  },
  signIn: {
    ...nonApi,
    method: 'GET',
    path: '/app/sign-in',
    summary: 'Leads to where people sign in',
    needs: ['environment:sign-in'],
  },
  finishSignIn: {
    ...nonApi,
    method: 'GET',
    path: '/app/signed-in',
    summary: 'Takes whoever comes back from there, and begins their session',
    needs: ['environment:sign-in', 'table:PutItem'],
  },
  signOut: {
    ...nonApi,
    method: 'POST',
    path: '/app/sign-out',
    summary: 'Ends a session',
    needs: ['environment:sign-in', 'table:DeleteItem'],
    bodyMax: 0,
  },
  showMail: {
    ...nonApi,
    method: 'POST',
    path: '/app/mail',
    summary: 'Hands HTML back as a document in which nothing runs',
    // With what JSON makes of quotes and line ends, event and answer have 6 MB at most.
    bodyMax: 2 * megabyte,
    needs: ['parked:GetObject'],
  },
} satisfies Record<string, Route>;
