import { decodeCursor, encodeCursor, isUuid } from '../../../shared/db/cursor';
import { readLog } from '../../../shared/domain/emails/list';
import { presentEmail } from '../../../shared/domain/emails/present';
import { emailStatuses, type EmailStatus } from '../../../shared/domain/emails/record';
import { invalidRequest } from '../../../shared/errors';
import { list, ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { firstOf, pageSize } from '../../../shared/http/paging';
import type { Query } from '../../../shared/http/request';
import { isTooLongForAddress, bareAddress } from '../../../shared/text/mailbox';
import { emailRoutes } from './routes';

export const handler = endpoint(emailRoutes.listEmails, async ({ workspaceId }, { query }) => {
  const filter = {
    status: readStatus(query),
    to: addressOf(query),
    before: decodeCursor(firstOf(query, 'cursor'), isUuid),
  };
  if (filter.to !== undefined && isTooLongForAddress(filter.to)) return ok(list([]));
  const { emails, next } = await readLog(workspaceId, filter, pageSize(query, { fallback: 50, max: 100 }));
  return ok(list(emails.map(presentEmail), next && encodeCursor(next)));
});

function addressOf(query: Query): string | undefined {
  const to = firstOf(query, 'to');
  return to === undefined ? undefined : bareAddress(to);
}

/** Exactly one status: anything else, or the parameter twice, is refused (contract.md 4.1). */
function readStatus({ status: given = [] }: Query): EmailStatus | undefined {
  if (given.length === 0) return undefined;
  const status = emailStatuses.find((known) => known === given[0]);
  if (!status || given.length > 1) throw invalidRequest(`status: must be one of ${emailStatuses.join(', ')}`);
  return status;
}
