import { suppressed } from '../../../shared/domain/consent/happenings';
import { inParts } from '../../../shared/domain/consent/in-parts';
import { created } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { distinctAddresses } from '../../../shared/text/address';
import { suppressionRoutes } from './routes';

/** What was done when it failed half-way stays; a repetition finishes it. */
export const handler = endpoint(
  suppressionRoutes.createSuppressionBatch,
  async ({ workspaceId }, { body }) => {
    const { emails, ...wanted } = body;
    const addresses = distinctAddresses(emails);
    await inParts(addresses, async (part) => {
      await suppressed(workspaceId, part, wanted);
    });
    return created({ suppressed: addresses.length, duplicates: emails.length - addresses.length });
  },
);
