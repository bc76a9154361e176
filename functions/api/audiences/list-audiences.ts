import { encodeCursor } from '../../../shared/db/cursor';
import { withTrueCount } from '../../../shared/domain/audience/audiences/count';
import { newestAudiences } from '../../../shared/domain/audience/audiences/find';
import { list, ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { presentAudience } from './present';
import { audienceRoutes } from './routes';

export const handler = endpoint(
  audienceRoutes.listAudiences,
  async ({ workspaceId }, { query: { cursor: before, limit } }) => {
    const { records, next } = await newestAudiences(workspaceId, { before, limit });
    const audiences = await Promise.all(records.map(withTrueCount));
    return ok(list(audiences.map(presentAudience), next && encodeCursor(next)));
  },
);
