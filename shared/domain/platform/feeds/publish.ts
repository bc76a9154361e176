import { enqueue } from '../../../aws/queues';
import type { Feed } from '../../../db/records/feeds';
import type { StoredPayload } from '../webhooks/stored-payload';

/** An event that the sequencer adds to these feeds. The payload is absent in the list of received mail. */
export interface FeedMessage extends StoredPayload {
  workspaceId: string;
  /** The feeds, and the events that each feed must contain before this event. */
  feeds: readonly { id: string; earlier: readonly string[] }[];
  eventId: string;
}

interface PublishedEvent {
  id: string;
  workspaceId: string;
  /** By feed, the ids of events that the feed must contain before this event. */
  earlier?: Readonly<Record<string, readonly string[]>> | undefined;
}

/** Queues the event for the sequencer, which decides about the order of events. */
export async function publishToFeeds(
  { id: eventId, workspaceId, earlier = {} }: PublishedEvent,
  feeds: readonly Feed[],
  storedPayload: StoredPayload,
): Promise<void> {
  if (feeds.length === 0) return;
  const body: FeedMessage = {
    ...storedPayload,
    workspaceId,
    feeds: feeds.map(({ id }) => ({ id, earlier: earlier[id] ?? [] })),
    eventId,
  };
  await enqueue('feeds', [{ body, group: workspaceId }]);
}
