import { lifted } from '../../../shared/domain/consent/happenings';
import { inParts } from '../../../shared/domain/consent/in-parts';
import { ok } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { distinctAddresses } from '../../../shared/text/address';
import { suppressionRoutes } from './routes';

export const handler = endpoint(
  suppressionRoutes.deleteSuppressionBatch,
  async ({ workspaceId }, { body }) => {
    let removed = 0;
    await inParts(distinctAddresses(body.emails), async (part) => {
      const count = await lifted(workspaceId, part, body.scope);
      removed += count;
    });
    return ok({ removed });
  },
);
