import { megabyte, type Route } from '../../shared/http/route';

const publicPage = { scope: 'public', undocumented: true, isNonApi: true, responses: {} } as const;

/** Large enough for a form that lists every topic of a workspace twice. */
const bodyMax = megabyte;

/** The pages behind the links in emails (docs/unsubscribe.md). */
export const linkRoutes = {
  showUnsubscribePage: {
    ...publicPage,
    method: 'GET',
    path: '/unsubscribe/{token}',
    summary: 'Asks for confirmation of an unsubscribe',
    needs: ['table:GetItem', 'table:Query'],
  },
  unsubscribeByLink: {
    ...publicPage,
    method: 'POST',
    path: '/unsubscribe/{token}',
    summary: 'Unsubscribes after a click on the button of the page or of an email client (RFC 8058)',
    bodyMax,
    needs: ['table:GetItem', 'table:BatchGetItem', 'table:Query', 'table:UpdateItem', 'table:BatchWriteItem'],
  },
  showPreferencePage: {
    ...publicPage,
    method: 'GET',
    path: '/preferences/{token}',
    summary: 'Shows the topic subscriptions of an address',
    needs: ['table:GetItem', 'table:Query'],
  },
  savePreferencePage: {
    ...publicPage,
    method: 'POST',
    path: '/preferences/{token}',
    summary: 'Saves the form of the preference page',
    bodyMax,
    needs: [
      'table:GetItem',
      'table:BatchGetItem',
      'table:Query',
      'table:UpdateItem',
      'table:BatchWriteItem',
      'parked:GetObject',
    ],
  },
} satisfies Record<string, Route>;
