import { newId } from '../../../shared/core/time';
import { useFeeds } from '../../support/feeds/feed-model';

const feeds = useFeeds();

test('1,000 events of eight writers and four readers that die are once in each record, in one order', async () => {
  const feed = await feeds().createFeed();
  const ids = Array.from({ length: 1_000 }, newId);

  const records = await feeds().writeAndRead(feed, ids);

  const order = await feeds().readAll(feed);
  expect(order.toSorted()).toEqual(ids.toSorted());
  for (const record of records) expect(record).toEqual(order);
}, 600_000);

test('an event that is repeated with each later event is in the feed once', async () => {
  const feed = await feeds().createFeed();
  const [first = '', ...others] = Array.from({ length: 20 }, newId);

  for (const id of others) await feeds().append(feed, [first, id]);

  expect(await feeds().readAll(feed)).toEqual([first, ...others]);
});

test('concurrent writers of the same events add each event once', async () => {
  const feed = await feeds().createFeed();
  const ids = Array.from({ length: 30 }, newId);

  await Promise.all(Array.from({ length: 6 }, () => feeds().append(feed, ids)));

  expect((await feeds().readAll(feed)).toSorted()).toEqual(ids.toSorted());
});

// W-47
test('the events of a message keep their order, although eight sequencers get them in any order and die', async () => {
  const feed = await feeds().createFeed();
  const chains = Array.from({ length: 40 }, () => Array.from({ length: 3 }, newId));

  await feeds().appendChains(feed, chains);

  const order = await feeds().readAll(feed);
  expect(order.toSorted()).toEqual(chains.flat().toSorted());
  const placeOf = new Map(order.map((id, place) => [id, place]));
  const inFeed = (chain: readonly string[]) =>
    chain.toSorted((a, b) => (placeOf.get(a) ?? 0) - (placeOf.get(b) ?? 0));
  expect(chains.map(inFeed)).toEqual(chains);
}, 600_000);

test.each([
  ['all batches', Infinity],
  ['only the latest batch', 1],
])(
  'once DynamoDB has deleted %s, a feed continues after the position of each reader',
  async (_what, count) => {
    const { modules } = feeds();
    const feed = await feeds().createFeed();
    for (let batch = 0; batch < 3; batch += 1) await feeds().append(feed, [newId()]);
    const position = await modules.latestPosition(feed);
    await feeds().expireBatches(feed, count);
    const inAMonth = Date.now() + 31 * 86_400_000;
    jest.spyOn(Date, 'now').mockImplementation(() => inAMonth);
    const later = [newId(), newId()];

    for (const id of later) await feeds().append(feed, [id]);

    expect(await feeds().readAll(feed)).toEqual(later);
    expect(await feeds().readFrom(feed, position)).toEqual(later);
  },
);

/** Batches expire after seven days. */
const hoursKept = 7 * 24;

test.each([hoursKept - 3, hoursKept - 1.5, hoursKept - 0.5, hoursKept + 0.5])(
  'after %d hours without an event, concurrent writers continue a feed after the position of each reader',
  async (hours) => {
    const feed = await feeds().createFeed();
    await feeds().append(feed, [newId()]);
    const position = await feeds().modules.latestPosition(feed);
    const later = Date.now() + hours * 3_600_000;
    jest.spyOn(Date, 'now').mockImplementation(() => later);
    const ids = Array.from({ length: 8 }, newId);

    await Promise.all(ids.map((id) => feeds().append(feed, [id])));

    expect((await feeds().readFrom(feed, position)).toSorted()).toEqual(ids.toSorted());
  },
);
