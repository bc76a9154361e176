import { Service, type CallRow } from '../../test/support/service';
import { functionOf, readsOf, writesOf } from '../metered-send';
import type { Manner } from './receivers';
import { aToldMail, report, type ToldMail } from './told-mail';

export interface Units {
  writes: number;
  reads: number;
  /** Messages that were sent to queues: calls hold up to ten. */
  queueCalls: number;
  keyCalls: number;
}

export type Step = [name: string, units: Units];

const [minuteMs, endpoints] = [60_000, 10];

/** What a delivery costs, step by step: each step is one of ten that are alike, divided. */
export async function measureUnits(): Promise<Step[]> {
  const service = await Service.start();
  const manners = Array.from({ length: endpoints }, (): Manner => 'answers');
  const [told, nobody] = [await aToldMail(service, manners), await aToldMail(service, [])];
  try {
    // The secrets are open and the pace of each endpoint is known after the first delivery.
    for (const mail of [told, nobody]) await report(mail);
    await service.settle();
    const steps = await ofOne(service, told, nobody);
    told.receivers.turnTo('fails');
    return [...steps, ...(await ofRetries(service, told))];
  } finally {
    for (const { receivers } of [told, nobody]) receivers.stop();
    await service.stop();
  }
}

async function ofOne(service: Service, answers: ToldMail, nobody: ToldMail): Promise<Step[]> {
  const unheard = unitsOf(await callsOf(service, () => report(nobody)), /^recordEmailEvents$/);
  const rows = await callsOf(service, () => report(answers));
  const told = unitsOf(rows, /^recordEmailEvents$/);
  return [
    ['the event itself, with no endpoint', unheard],
    ['owing it', share(minus(told, unheard))],
    ['an attempt that gets 2xx', share(unitsOf(rows, attempts))],
  ];
}

/** The clock moves to just after each attempt. */
async function ofRetries(service: Service, fails: ToldMail): Promise<Step[]> {
  const first = await callsOf(service, () => report(fails));
  const second = await callsOf(service, () => service.advance(1.5 * minuteMs));
  const third = await callsOf(service, () => service.advance(4 * minuteMs));
  const fourth = await callsOf(service, () => service.advance(26 * minuteMs));
  return [
    ['an attempt that fails, the next within 15 minutes', share(unitsOf(first, attempts))],
    ['the same, a minute later', share(unitsOf(second, attempts))],
    ['one that fails, the next later', share(unitsOf(third, attempts))],
    ['finding that and trying again', share(unitsOf(fourth.filter(isOfDelivery), /./))],
  ];
}

const attempts = /^deliver(Slow)?Webhook$/;

/** The drain looks every five minutes whether or not there is something to do. */
const isOfDelivery = (row: CallRow): boolean =>
  attempts.test(functionOf(row)) || (functionOf(row) === 'drainDueWork' && row.operation !== 'Query');

async function callsOf(service: Service, act: () => Promise<unknown>): Promise<CallRow[]> {
  const before = (await service.calls()).length;
  await act();
  await service.settle();
  return (await service.calls()).slice(before);
}

function unitsOf(rows: readonly CallRow[], functions: RegExp): Units {
  const own = rows.filter((row) => functions.test(functionOf(row)));
  const callsTo = (service: string): number => own.filter((row) => row.service === service).length;
  return { writes: writesOf(own), reads: readsOf(own), queueCalls: callsTo('sqs'), keyCalls: callsTo('kms') };
}

const minus = (all: Units, part: Units): Units => ({
  writes: all.writes - part.writes,
  reads: all.reads - part.reads,
  queueCalls: all.queueCalls - part.queueCalls,
  keyCalls: all.keyCalls - part.keyCalls,
});

const share = ({ writes, reads, queueCalls, keyCalls }: Units): Units => ({
  writes: writes / endpoints,
  reads: reads / endpoints,
  queueCalls: queueCalls / endpoints,
  keyCalls: keyCalls / endpoints,
});
