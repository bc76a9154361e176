import { Service, type CallRow } from '../../test/support/service';
import { functionOf, readsOf, writesOf } from '../metered-send';
import type { EndpointBehavior } from './webhook-receivers';
import { sendSubscribedMail, reportDelay, type SubscribedMail } from './subscribed-mail';

export interface Units {
  writes: number;
  reads: number;
  /** Calls to SQS, each with up to ten messages. */
  sqsCalls: number;
}

export type CostStep = [name: string, units: Units];

const [minuteMs, endpoints] = [60_000, 10];

/** Measures the units of a delivery by step, as the average of ten endpoints. */
export async function measureUnits(): Promise<CostStep[]> {
  const service = await Service.start();
  const behaviors = Array.from({ length: endpoints }, (): EndpointBehavior => 'responds');
  const [subscribedMail, unsubscribedMail] = [
    await sendSubscribedMail(service, behaviors),
    await sendSubscribedMail(service, []),
  ];
  try {
    // After the first delivery, the service has decrypted the secrets and knows how fast each endpoint responds.
    for (const mail of [subscribedMail, unsubscribedMail]) await reportDelay(mail);
    await service.settle();
    const steps = await measureDelivery(service, subscribedMail, unsubscribedMail);
    subscribedMail.receivers.setBehavior('fails');
    return [...steps, ...(await measureRetries(service, subscribedMail))];
  } finally {
    for (const { receivers } of [subscribedMail, unsubscribedMail]) receivers.stop();
    await service.stop();
  }
}

async function measureDelivery(
  service: Service,
  subscribedMail: SubscribedMail,
  unsubscribedMail: SubscribedMail,
): Promise<CostStep[]> {
  const eventUnits = unitsOf(
    await recordCalls(service, () => reportDelay(unsubscribedMail)),
    /^recordEmailEvents$/,
  );
  const rows = await recordCalls(service, () => reportDelay(subscribedMail));
  const deliveryUnits = unitsOf(rows, /^recordEmailEvents$/);
  return [
    ['the event itself, without endpoints', eventUnits],
    ['creating the delivery', perEndpoint(subtractUnits(deliveryUnits, eventUnits))],
    ['an attempt with a 2xx response', perEndpoint(unitsOf(rows, attemptFunctions))],
  ];
}

/** Measures failing attempts. Moves the clock to shortly after each attempt is due. */
async function measureRetries(service: Service, mail: SubscribedMail): Promise<CostStep[]> {
  const first = await recordCalls(service, () => reportDelay(mail));
  const second = await recordCalls(service, () => service.advance(1.5 * minuteMs));
  const third = await recordCalls(service, () => service.advance(4 * minuteMs));
  const fourth = await recordCalls(service, () => service.advance(26 * minuteMs));
  return [
    [
      'a failed first attempt, if the next is due within 15 minutes',
      perEndpoint(unitsOf(first, attemptFunctions)),
    ],
    [
      'a failed second attempt, if the next is due within 15 minutes',
      perEndpoint(unitsOf(second, attemptFunctions)),
    ],
    [
      'a failed attempt, if the next is due after more than 15 minutes',
      perEndpoint(unitsOf(third, attemptFunctions)),
    ],
    ['finding and making a due attempt', perEndpoint(unitsOf(fourth.filter(isOfDelivery), /./))],
  ];
}

const attemptFunctions = /^deliver(Slow)?Webhook$/;

/** Excludes the queries of the drain, which runs every five minutes even if no work is due. */
const isOfDelivery = (row: CallRow): boolean =>
  attemptFunctions.test(functionOf(row)) || (functionOf(row) === 'drainDueWork' && row.operation !== 'Query');

async function recordCalls(service: Service, act: () => Promise<unknown>): Promise<CallRow[]> {
  const before = (await service.calls()).length;
  await act();
  await service.settle();
  return (await service.calls()).slice(before);
}

function unitsOf(rows: readonly CallRow[], functions: RegExp): Units {
  const matchingRows = rows.filter((row) => functions.test(functionOf(row)));
  return {
    writes: writesOf(matchingRows),
    reads: readsOf(matchingRows),
    sqsCalls: matchingRows.filter((row) => row.service === 'sqs').length,
  };
}

const subtractUnits = (all: Units, part: Units): Units => ({
  writes: all.writes - part.writes,
  reads: all.reads - part.reads,
  sqsCalls: all.sqsCalls - part.sqsCalls,
});

const perEndpoint = ({ writes, reads, sqsCalls }: Units): Units => ({
  writes: writes / endpoints,
  reads: reads / endpoints,
  sqsCalls: sqsCalls / endpoints,
});
