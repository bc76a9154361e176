import { Sequences, step } from '../../test/support/automations/sequences';
import type { CallRow, Service } from '../../test/support/service';
import { beginMinute, callsOf, functionOf, letEventsArriveLater, readsOf, writesOf } from '../metered-send';
import { wavesOfCall } from '../round-trips';
import { verdict, type Table } from '../table';

/** What one thing took, with the budget for it. */
export interface Unit {
  what: string;
  measured: number;
  budget: number;
  /** What is counted. */
  of: 'write units' | 'read units' | 'round trips';
}

/** The pipeline counts each request. */
const allowance = 1;

/** What is no cost of automations: whose key it is. */
const keyReads = 1;

/** What sequences cost: exactly the same on any machine. */
export async function measureUnits(service: Service): Promise<Unit[]> {
  const sequences = await Sequences.start(service, { requests_per_minute: 1_000_000 });
  return [
    ...(await ofEnrolling(sequences)),
    ...(await ofStep(sequences)),
    ...(await ofEvent(sequences)),
    ...(await ofExit(sequences)),
  ];
}

async function ofEnrolling(sequences: Sequences): Promise<Unit[]> {
  const { service } = sequences;
  const id = await sequences.active({ steps: [step('Later', { delay_minutes: 10_000 })] });
  let people = 0;
  const enrol = () => sequences.enrol(id, `person-${(people += 1)}@example.com`);
  // The first has its function started, and its minute the last use of the key noted.
  await beginMinute(service);
  await enrol();
  const calls = await callsOf(service, 'enroll', enrol);
  const waves = await wavesOfCall(service, 'enroll', enrol);
  return [
    { what: 'enrolling', measured: writesOf(calls) - allowance, budget: 6, of: 'write units' },
    { what: 'enrolling, one after the other', measured: waves.length, budget: 4, of: 'round trips' },
  ];
}

/** From its due time to its Delivery event: what finds it, what sends it, and what the provider says of it. */
const ofSteps = /^(drainDueWork|sendSteps|recordEmailEvents)$/;

async function ofStep(sequences: Sequences): Promise<Unit[]> {
  const { service } = sequences;
  const next = { delay_minutes: 10_000 };
  const id = await sequences.active({ steps: [step('First'), step('Next', next)] });
  await letEventsArriveLater(service);
  const sendOne = async (to: string): Promise<CallRow[]> => {
    const before = (await service.calls()).length;
    await sequences.enrol(id, to);
    await sequences.pass(60_000);
    return (await service.calls()).slice(before).filter((row) => ofSteps.test(functionOf(row)));
  };
  await sendOne('warm@example.com');
  const calls = (await sendOne('kim@example.com')).filter(({ operation }) => !isSetUp(operation));
  await service.control('DELETE', '/faults');
  const units = writesOf(calls) - leasesIn(calls);
  return [{ what: 'a step, to its Delivery event', measured: units, budget: 20, of: 'write units' }];
}

const isSetUp = (operation: string): boolean => operation === 'GetAccount';

/** A drain that finds steps takes a lease on their lane and ends it, however many it hands out. */
const leasesIn = (calls: readonly CallRow[]): number => {
  const writes = calls.filter((row) => functionOf(row) === 'drainDueWork' && row.write_units > 0);
  return 2 * new Set(writes.map(requestOf)).size;
};

const requestOf = ({ request_id: id }: CallRow): string => id;

async function ofEvent(sequences: Sequences): Promise<Unit[]> {
  const { service } = sequences;
  await beginMinute(service);
  await sequences.event('warm', 'kim@example.com');
  const calls = await callsOf(service, 'recordEvent', () => sequences.event('nothing', 'kim@example.com'));
  const what = 'an event that matches nothing';
  return [
    { what, measured: readsOf(calls) - keyReads, budget: 2, of: 'read units' },
    { what, measured: writesOf(calls) - allowance, budget: 0, of: 'write units' },
  ];
}

/** What an opt-out costs somebody in three automations, beyond what it costs somebody in none. */
async function ofExit(sequences: Sequences): Promise<Unit[]> {
  const { service, actor } = sequences;
  const steps = [step('Later', { delay_minutes: 10_000 })];
  for (const automation of [1, 2, 3].map(() => sequences.active({ steps })))
    await sequences.enrol(await automation, 'leaver@example.com');
  await beginMinute(service);
  const optOut = (email: string) => callsOf(service, 'createSuppression', () => actor.unsubscribe(email));
  await optOut('warm@example.com');
  const [none, three] = [await optOut('nobody@example.com'), await optOut('leaver@example.com')];
  const measured = writesOf(three) - writesOf(none);
  return [{ what: 'an exit that ends three enrolments', measured, budget: 12, of: 'write units' }];
}

export const tableOfUnits = (units: readonly Unit[]): Table => ({
  id: 'automations-units',
  title: 'What automations cost',
  head: ['what', 'measured', '', 'budget', ''],
  rows: units.map(({ what, measured, of, budget }) => [
    what,
    measured,
    of,
    budget,
    verdict(measured, budget),
  ]),
});
