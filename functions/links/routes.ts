import { megabyte, type Route } from '../../shared/http/route';

const publicPage = { scope: 'public', undocumented: true, isNonApi: true, responses: {} } as const;

/** What a form can be: every topic that a workspace may have, twice. */
const bodyMax = megabyte;

/** What the links in a mail lead to: docs/unsubscribe.md. */
export const linkRoutes = {
  showUnsubscribePage: {
    ...publicPage,
    method: 'GET',
    path: '/unsubscribe/{token}',
    summary: 'Asks whether to unsubscribe',
    needs: ['table:GetItem'],
  },
  unsubscribeByLink: {
    ...publicPage,
    method: 'POST',
    path: '/unsubscribe/{token}',
    summary: 'Unsubscribes: the button of the page, or that of a mail program (RFC 8058)',
    bodyMax,
    needs: ['table:GetItem', 'table:BatchGetItem', 'table:Query', 'table:UpdateItem', 'table:BatchWriteItem'],
  },
  showPreferencePage: {
    ...publicPage,
    method: 'GET',
    path: '/preferences/{token}',
    summary: 'Shows what an address is subscribed to',
    needs: ['table:GetItem', 'table:Query'],
  },
  savePreferencePage: {
    ...publicPage,
    method: 'POST',
    path: '/preferences/{token}',
    summary: 'Saves what the form of the preference page says',
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
