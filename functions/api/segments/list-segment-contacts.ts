import { expectSegment } from '../../../shared/domain/audience/segments/find';
import { listMatchingContacts } from '../../../shared/domain/audience/segments/list-matching';
import { loadContactQuery } from '../../../shared/domain/audience/segments/contact-query';
import { pagedList, ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { encodeContactCursor, decodeContactCursor } from '../contacts/contact-cursor';
import { segmentRoutes } from './routes';

export const handler = endpoint(
  segmentRoutes.listSegmentContacts,
  async ({ workspaceId }, { params, query: { cursor, limit } }) => {
    const segment = await expectSegment(workspaceId, params.id);
    const before = await decodeContactCursor(workspaceId, cursor);
    const { records, next } = await listMatchingContacts(await loadContactQuery(segment), { before, limit });
    return ok(
      pagedList(
        records.map(({ email }) => email),
        next && encodeContactCursor(next),
      ),
    );
  },
);
