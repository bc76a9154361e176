import { randomBytes } from 'node:crypto';
import { webhookEventTypes } from '../../../../shared/db/records/webhooks';
import { CarrierNest, type FeedEvent, type NewFeedRequest } from '../../../sdk/src';
import type { CommandDetails, ParsedValues } from '../command-line/command';
import { serviceOptions } from '../command-line/service-options';
import { asString } from '../command-line/target';
import { UsageError } from '../command-line/usage-error';
import { forwardEvent } from './forward-event';

const eventTypes: ReadonlySet<string> = new Set(webhookEventTypes);

/** The signals that end the command, after which it deletes its feed. */
const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Prints the events of a feed that exists while the command runs. */
export const listenCommand: CommandDetails = {
  args: [],
  options: {
    events: { hint: 'A,B', summary: `the types of events (default: ${webhookEventTypes.join(', ')})` },
    forward: { hint: 'URL', summary: 'post each event to this URL, signed like a webhook' },
    secret: { hint: 'SECRET', summary: 'the secret that signs forwarded events (default: a new one)' },
    max: { hint: 'COUNT', summary: 'end after this number of events' },
  },
  examples: [
    ['carrier-nest listen', 'print the events of the local runtime'],
    [
      'carrier-nest listen --forward http://localhost:8000/hooks',
      'forward them to a program on this machine',
    ],
  ],
  run: async (_args, values) => {
    const [events, forward, max] = [readEventTypes(values), readForward(values), readMax(values)];
    if (forward && values['secret'] === undefined) console.error(`Events are signed with ${forward.secret}`);
    const client = new CarrierNest(serviceOptions());
    const feed = await client.createFeed({ events });
    const stop = new AbortController();
    const abort = (): void => stop.abort();
    for (const name of endSignals) process.once(name, abort);
    try {
      await listen(client, feed.id, { forward, max, signal: stop.signal });
    } finally {
      for (const name of endSignals) process.off(name, abort);
      await client.deleteFeed(feed.id);
    }
    return 0;
  },
};

interface Forward {
  url: string;
  secret: string;
}

interface ListenOptions {
  forward: Forward | undefined;
  max: number;
  signal: AbortSignal;
}

async function listen(
  client: CarrierNest,
  feedId: string,
  { forward, max, signal }: ListenOptions,
): Promise<void> {
  let count = 0;
  try {
    for await (const row of client.feeds.events(feedId, { signal })) {
      await showEvent(row, forward);
      count += 1;
      if (count >= max) return;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

async function showEvent({ event }: FeedEvent, forward: Forward | undefined): Promise<void> {
  console.log(JSON.stringify(event));
  if (forward) console.error(`${forward.url}: ${await forwardEvent(forward, event)}`);
}

const readEventTypes = (values: ParsedValues): NewFeedRequest['events'] => {
  const given = asString(values['events'])?.split(',');
  const unknown = given?.find((type) => !eventTypes.has(type));
  if (unknown !== undefined)
    throw new UsageError(`Unknown event type ${unknown}. Use ${webhookEventTypes.join(', ')}`);
  return (given ?? webhookEventTypes) as NewFeedRequest['events'];
};

function readForward(values: ParsedValues): Forward | undefined {
  const url = asString(values['forward']);
  if (url === undefined) return undefined;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError(`--forward: not an http or https URL: ${url}`);
  return { url, secret: asString(values['secret']) ?? `whsec_${randomBytes(24).toString('base64url')}` };
}

function readMax(values: ParsedValues): number {
  const text = asString(values['max']);
  if (text === undefined) return Infinity;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new UsageError('--max: must be a positive integer');
}
