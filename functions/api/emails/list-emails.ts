import { encodeCursor } from '../../../shared/db/cursor';
import { listEmails } from '../../../shared/domain/send/emails/list';
import { pagedList, ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentEmail } from './present';
import { emailRoutes } from './routes';

export const handler = endpoint(emailRoutes.listEmails, async (ctx, { query }) => {
  const { status, to, cursor: before, limit } = query;
  const { emails, next } = await listEmails(ctx, { status, to, before }, limit);
  return ok(pagedList(emails.map(presentEmail), next && encodeCursor(next)));
});
