import { enqueue } from '../../../aws/queues';
import type { Feed } from '../../../db/records/feeds';
import type { StoredPayload } from '../webhooks/stored-payload';

/** An event that the sequencer adds to these feeds. The payload is absent in the list of received mail. */
export interface FeedMessage extends StoredPayload {
  workspaceId: string;
  feedIds: readonly string[];
  eventId: string;
}

/** Queues the event for the sequencer. Publishers do not decide about the order of events. */
export async function publishToFeeds(
  { id: eventId, workspaceId }: { id: string; workspaceId: string },
  feeds: readonly Feed[],
  storedPayload: StoredPayload,
): Promise<void> {
  if (feeds.length === 0) return;
  const body: FeedMessage = { ...storedPayload, workspaceId, feedIds: feeds.map(({ id }) => id), eventId };
  await enqueue('feeds', [{ body, group: workspaceId }]);
}
