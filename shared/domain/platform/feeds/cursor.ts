import { encodeCursor } from '../../../db/cursor';
import type { Feed } from '../../../db/records/feeds';
import type { FeedPosition } from './read';

/** A cursor belongs to one feed. */
export const feedCursor = ({ id }: Pick<Feed, 'id'>, { batch, index, at }: FeedPosition): string =>
  encodeCursor([id, batch, index, at].join(' '));

/** Returns undefined if the text is no cursor of this feed. */
export function parseFeedCursor(feedId: string, cursor: string): FeedPosition | undefined {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, id, batch, index, at] = /^(\S+) (\d{1,15}) (\d{1,5}) (\d{1,15})$/.exec(text) ?? [];
  return id === feedId ? { batch: Number(batch), index: Number(index), at: Number(at) } : undefined;
}
