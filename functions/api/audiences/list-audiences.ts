import { encodeCursor } from '../../../shared/db/cursor';
import { withExactCount } from '../../../shared/domain/audience/audiences/member-count';
import { listAudiences } from '../../../shared/domain/audience/audiences/find';
import { pagedList, ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentAudience } from './present';
import { audienceRoutes } from './routes';

export const handler = endpoint(
  audienceRoutes.listAudiences,
  async ({ workspaceId }, { query: { cursor: before, limit } }) => {
    const { records, next } = await listAudiences(workspaceId, { before, limit });
    const audiences = await Promise.all(records.map(withExactCount));
    return ok(pagedList(audiences.map(presentAudience), next && encodeCursor(next)));
  },
);
