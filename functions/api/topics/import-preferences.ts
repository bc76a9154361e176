import { importTopicChoices } from '../../../shared/domain/consent/consent-events';
import { expectTopic } from '../../../shared/domain/audience/topics/find';
import { ok } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { distinctAddresses } from '../../../shared/text/address';
import { topicRoutes } from './routes';

/**
 * Writes the choices in parts. A failure does not undo finished parts, and a repeated request completes the other
 * parts.
 */
export const handler = endpoint(
  topicRoutes.importPreferences,
  async ({ workspaceId }, { params: { key }, body: { emails, subscribed } }) => {
    const topic = await expectTopic(workspaceId, key);
    const addresses = distinctAddresses(emails);
    await importTopicChoices(topic, addresses, subscribed);
    return ok({ key, subscribed, updated: addresses.length, duplicates: emails.length - addresses.length });
  },
);
