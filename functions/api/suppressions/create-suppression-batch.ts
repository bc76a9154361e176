import { handleSuppression } from '../../../shared/domain/consent/consent-events';
import { forEachAddressBatch } from '../../../shared/domain/consent/for-each-address-batch';
import { created } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { distinctAddresses } from '../../../shared/text/address';
import { suppressionRoutes } from './routes';

/**
 * Writes the addresses in parts. A failure does not undo finished parts, and a repeated request completes the other
 * parts.
 */
export const handler = endpoint(
  suppressionRoutes.createSuppressionBatch,
  async ({ workspaceId }, { body }) => {
    const { emails, ...settings } = body;
    const addresses = distinctAddresses(emails);
    await forEachAddressBatch(addresses, async (part) => {
      await handleSuppression(workspaceId, part, settings);
    });
    return created({ suppressed: addresses.length, duplicates: emails.length - addresses.length });
  },
);
