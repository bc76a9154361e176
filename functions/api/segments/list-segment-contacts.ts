import { expectSegment } from '../../../shared/domain/audience/segments/find';
import { matchingContacts } from '../../../shared/domain/audience/segments/list';
import { ruleOf } from '../../../shared/domain/audience/segments/rule-of';
import { list, ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { encodeContactCursor, positionOf } from '../contacts/contact-cursor';
import { segmentRoutes } from './routes';

export const handler = endpoint(
  segmentRoutes.listSegmentContacts,
  async ({ workspaceId }, { params, query: { cursor, limit } }) => {
    const segment = await expectSegment(workspaceId, params.id);
    const before = await positionOf(workspaceId, cursor);
    const { records, next } = await matchingContacts(await ruleOf(segment), { before, limit });
    return ok(
      list(
        records.map(({ email }) => email),
        next && encodeContactCursor(next),
      ),
    );
  },
);
