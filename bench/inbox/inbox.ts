import { inboundRoutes } from '../../functions/api/inbound/routes';
import { anEmail } from '../../test/support/factories';
import { Service } from '../../test/support/service';
import { dollars, prices } from '../cost';
import { delayProviderEvents, meteredSend, readsOf, recordCalls, writesOf } from '../metered-send';
import { verdict, type Table } from '../table';
import { measureLatency } from './latency';

const budgets = { creation: 10, event: 1.2, poll: 30, memoryMb: 256, latencyMs: 1_000, hour: 0.02 };

/** The longest wait of a request, in seconds. */
const waitSeconds = 25;

/** The number of emails whose events the sequencer may add to a feed together. */
const burst = 100;

/** Measures what inboxes, feeds and waiting cost. */
export async function measureInbox(): Promise<Table[]> {
  const service = await Service.start();
  try {
    const creation = await measureCreation(service);
    const pollReads = await measureEmptyPoll(service);
    const { inSend, alone, perEvent } = await measureFeed(service);
    const latency = await measureLatency(service);
    const hour = hourOfWaiting(pollReads);
    const { memoryMb } = inboundRoutes.getReceivedMessages;
    return [
      {
        id: 'inbox',
        title: 'Inboxes, feeds and waiting',
        head: ['metric', 'measured', 'budget', ''],
        rows: [
          row('write units to create an inbox with a name and a key', creation.writes, budgets.creation),
          row('transactions to create an inbox', creation.transactions, 1),
          row('write units of a send with a feed, beyond those without', inSend, 0),
          row(`write units for an event in a feed, in a burst of ${burst} emails`, perEvent, budgets.event),
          ['write units for an event that is alone in its batch', alone, '-', ''],
          row(`read units of a request that waits ${waitSeconds} s in vain`, pollReads, budgets.poll),
          row('memory of a waiting request, MB', memoryMb, budgets.memoryMb),
          row(
            'from a received message to a waiting reader, beyond its webhook, ms',
            latency,
            budgets.latencyMs,
          ),
          [
            'an hour of waiting, list prices',
            dollars(hour),
            dollars(budgets.hour),
            verdict(hour, budgets.hour),
          ],
          ['a month of waiting, list prices', dollars(hour * 730), '-', ''],
        ],
      },
    ];
  } finally {
    await service.stop();
  }
}

const row = (name: string, measured: number, budget: number) => [
  name,
  Number(measured.toFixed(2)),
  budget,
  verdict(measured, budget),
];

async function measureCreation(service: Service): Promise<{ writes: number; transactions: number }> {
  // The first inbox of a workspace also starts the list of received mail.
  await service.api('POST', '/v1/inboxes');
  const rows = await recordCalls(service, 'createInbox', () =>
    service.api('POST', '/v1/inboxes', {
      body: { display_name: 'Agent', key: { scopes: ['emails:send', 'threads:read'] } },
    }),
  );
  const transactions = rows.filter(({ operation }) => operation === 'TransactWriteItems').length;
  return { writes: writesOf(rows), transactions };
}

async function measureEmptyPoll(service: Service): Promise<number> {
  const rows = await recordCalls(service, 'getReceivedMessages', () =>
    service.api('GET', `/v1/inbound?after=now&wait=${waitSeconds}`),
  );
  return readsOf(rows);
}

interface FeedCosts {
  /** What a send costs more with a feed, in write units. */
  inSend: number;
  /** An event that is alone in its batch. */
  alone: number;
  perEvent: number;
}

async function measureFeed(service: Service): Promise<FeedCosts> {
  await delayProviderEvents(service);
  await meteredSend(service);
  const before = writesOf(await meteredSend(service));
  const { body: feed } = await service.api('POST', '/v1/feeds', { body: { events: ['delivery'] } });
  // The first batch of a feed also writes the feed.
  await meteredSend(service);
  await service.settle();
  let after = 0;
  const alone = await recordCalls(service, 'sequenceEvents', async () => {
    after = writesOf(await meteredSend(service));
    await service.settle();
  });
  const emails = Array.from({ length: burst }, () => anEmail());
  const rows = await recordCalls(service, 'sequenceEvents', async () => {
    await service.api('POST', '/v1/emails/batch', { body: emails });
    await service.settle();
  });
  await service.api('DELETE', `/v1/feeds/${feed.id}`);
  return { inSend: after - before, alone: writesOf(alone), perEvent: writesOf(rows) / burst };
}

/** The list price of a reader that waits for an hour. */
function hourOfWaiting(pollReads: number): number {
  const requests = 3_600 / waitSeconds;
  const gigabytes = inboundRoutes.getReceivedMessages.memoryMb / 1_024;
  return (
    3_600 * gigabytes * prices.gigabyteSecond +
    requests * (prices.apiRequest + prices.invocation + pollReads * prices.readUnit)
  );
}
