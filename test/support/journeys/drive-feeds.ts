import { expectStatus, withFullPipeline, type Caller } from './drive-sending';

/** Starts the list of received mail, before the first inbox starts it. */
export async function startReceivedList({ api }: Caller): Promise<void> {
  await expectStatus(200, api('POST', '/v1/inbound/enable', withFullPipeline('enable')));
}

/** Creates a feed of all that the journey records. Returns the id of the feed. */
export async function startFeeds({ api }: Caller, domain: string): Promise<string> {
  const events = ['send', 'delivery', 'bounce', 'open', 'click', 'inbound'];
  const { id } = await expectStatus(
    201,
    api('POST', '/v1/feeds', { body: { events }, ...withFullPipeline('feed') }),
  );
  const inbox = await expectStatus(201, api('POST', '/v1/inboxes', { body: { username: 'feed', domain } }));
  const body = { events, inbox_id: inbox.id };
  const feed = await expectStatus(201, api('POST', '/v1/feeds', { body }));
  await expectStatus(200, api('DELETE', `/v1/feeds/${feed.id}`, { parked: true }));
  return id;
}

/** Reads the list of received mail and the feed, and waits for events that do not come. */
export async function readFeeds({ api }: Caller, feedId: string): Promise<void> {
  await expectStatus(200, api('GET', '/v1/feeds'));
  for (const path of ['/v1/inbound', `/v1/feeds/${feedId}/events`]) {
    const { data } = await expectStatus(200, api('GET', path));
    if (data.length === 0) throw new Error(`${path} is empty`);
    await expectStatus(200, api('GET', `${path}?after=now&wait=1`));
  }
}
