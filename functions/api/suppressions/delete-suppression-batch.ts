import { handleSuppressionLift } from '../../../shared/domain/consent/consent-events';
import { forEachAddressBatch } from '../../../shared/domain/consent/for-each-address-batch';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { distinctAddresses } from '../../../shared/text/address';
import { suppressionRoutes } from './routes';

export const handler = endpoint(
  suppressionRoutes.deleteSuppressionBatch,
  async ({ workspaceId }, { body }) => {
    let removed = 0;
    await forEachAddressBatch(distinctAddresses(body.emails), async (part) => {
      const count = await handleSuppressionLift(workspaceId, part, body.scope);
      removed += count;
    });
    return ok({ removed });
  },
);
