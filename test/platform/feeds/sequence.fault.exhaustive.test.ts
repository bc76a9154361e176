import { newId } from '../../../shared/core/time';
import { useFeeds } from '../../support/feeds/feed-model';

const feeds = useFeeds();

test('10,000 events of eight writers and four readers that die are once in each record, in one order', async () => {
  const feed = await feeds().createFeed();
  const ids = Array.from({ length: 10_000 }, newId);

  const records = await feeds().writeAndRead(feed, ids);

  const order = await feeds().readAll(feed);
  expect(order.toSorted()).toEqual(ids.toSorted());
  for (const record of records) expect(record).toEqual(order);
}, 600_000);
