import { withExactCount } from '../../../shared/domain/audience/audiences/member-count';
import { expectAudience } from '../../../shared/domain/audience/audiences/find';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentAudience } from './present';
import { audienceRoutes } from './routes';

export const handler = endpoint(audienceRoutes.getAudience, async ({ workspaceId }, { params }) =>
  ok(presentAudience(await withExactCount(await expectAudience(workspaceId, params.id)))),
);
