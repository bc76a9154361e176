import type { WebhookDelivery, WebhookEventType } from './webhooks';

/**
 * A list of events that clients read with a cursor. The list of received mail is a feed, too: its entries refer to the
 * message instead of repeating it.
 */
export interface Feed {
  id: string;
  workspaceId: string;
  events: readonly WebhookEventType[];
  /** Only events of this inbox. Absent for the events of the whole workspace. */
  inboxId?: string;
  createdAt: string;
  /** The first batch of the feed has the next number. Changes only after all batches have expired. */
  lastExpiredBatch: number;
  /** Whether the workspace has, or ever had, an inbox. Only in the list of received mail, which starts with the first. */
  hasInboxes?: true;
}

/**
 * Events that were added to a feed together. Batches are written if absent, with consecutive numbers, so their numbers
 * are the order of the feed.
 */
export interface FeedBatch {
  number: number;
  /** The ids of the events, in order. */
  ids: readonly string[];
  /** In ms. */
  committedAt: number;
  /** When DynamoDB may delete the record, in seconds. */
  expiresAt: number;
}

/** An event of a feed, put if absent. The event counts once a batch contains its id. */
export interface FeedEntry extends Pick<WebhookDelivery, 'payloadKey'> {
  id: string;
  /** No batch with a lower number contains the event. */
  firstBatch: number;
  /** The deflated webhook payload, if it is small. Absent in the list of received mail. */
  payload?: Uint8Array;
  /** In seconds. Later than that of the batch, so that a late repetition of the event is recognized. */
  expiresAt: number;
}
