import { Service } from '../test/support/service';
import { sesEvents } from '../test/support/ses-events';
import { advanceToNextMinute, delayProviderEvents, meteredSend, readsOf, writesOf } from './metered-send';
import { verdict, type Table } from './table';

const budget = 0.02;

/** List prices of us-east-1 in dollars. */
export const prices = {
  writeUnit: 0.625e-6,
  readUnit: 0.125e-6,
  apiRequest: 3.5e-6,
  invocation: 0.2e-6,
  /** arm64 */
  gigabyteSecond: 13.3334e-6,
  snsPublish: 0.5e-6,
  sqsRequest: 0.4e-6,
  /** $0.50 a GB */
  logKilobyte: 0.5e-6,
};

/** Assumed values. The local runtime cannot measure Lambda's duration or the log lines of Lambda and API Gateway. */
const assumed = {
  sendMs: 120,
  sendGb: 1,
  eventMs: 40,
  eventGb: 0.5,
  /** The START, END and REPORT lines of an invocation. */
  bytesPerInvocation: 600,
  bytesPerAccessLine: 250,
};

/**
 * SES publishes a Send and a Delivery event. In the worst case, each event is sent, received and deleted in a separate
 * SQS batch.
 */
const events = 2;
const sqsRequests = events * 3;

/** Measures the cost of 1,000 text emails, without SES. */
export async function measureCost(): Promise<Table[]> {
  const { writes, reads } = await unitsOfSend();
  const gigabyteSeconds =
    (assumed.sendMs * assumed.sendGb + events * assumed.eventMs * assumed.eventGb) / 1000;
  const logBytes = (1 + events) * assumed.bytesPerInvocation + assumed.bytesPerAccessLine;
  const items: [string, number, number, string][] = [
    ['DynamoDB write units', writes, prices.writeUnit, 'measured with one event per batch (worst case)'],
    ['DynamoDB read units', reads, prices.readUnit, 'measured with one event per batch (worst case)'],
    ['API Gateway REST requests', 1, prices.apiRequest, 'by design'],
    ['Lambda invocations', 1 + events, prices.invocation, 'one invocation per event (worst case)'],
    ['Lambda GB-seconds', gigabyteSeconds, prices.gigabyteSecond, 'assumed'],
    ['SNS publishes', events, prices.snsPublish, 'a Send and a Delivery event'],
    ['SQS requests', sqsRequests, prices.sqsRequest, 'send, receive and delete per event (worst case)'],
    ['CloudWatch Logs, KB', logBytes / 1e3, prices.logKilobyte, 'assumed'],
  ];
  const total = items.reduce((sum, [, amount, price]) => sum + amount * price * 1000, 0);
  return [
    {
      id: 'cost',
      title: 'Cost of 1,000 text emails, without SES',
      head: ['item', 'per email', 'price per million', 'per 1,000 emails', 'source'],
      rows: [
        ...items.map(([name, amount, price, source]) => [
          name,
          Number(amount.toPrecision(3)),
          `$${(price * 1e6).toFixed(3)}`,
          dollars(amount * price * 1000),
          source,
        ]),
        ['**all**', '', '', `**${dollars(total)}** of $${budget}`, verdict(total, budget)],
      ],
    },
  ];
}

/** Measures a send with each event in its own batch. */
async function unitsOfSend(): Promise<{ writes: number; reads: number }> {
  const service = await Service.start();
  const deliver = async (id: string): Promise<void> => {
    const [mail] = await service.outbox(`?message_id=${id}`);
    const email = { id, workspaceId: service.metadata.workspace.id, acceptedAt: String(mail?.['at']) };
    await service.control('POST', '/provider-events', sesEvents.delivery(email, 1));
    await service.settle();
  };
  try {
    await service.control('PATCH', '/settings', { auto_delivery: false });
    await delayProviderEvents(service);
    await advanceToNextMinute(service);
    await meteredSend(service, {}, deliver);
    const rows = await meteredSend(service, {}, deliver);
    return { writes: writesOf(rows), reads: readsOf(rows) };
  } finally {
    await service.stop();
  }
}

export const dollars = (amount: number): string => `$${amount.toFixed(5)}`;
