import { Automations, step } from '../../test/support/automations/automations';
import type { CallRow, Service } from '../../test/support/service';
import {
  advanceToNextMinute,
  recordCalls,
  functionOf,
  delayProviderEvents,
  readsOf,
  writesOf,
} from '../metered-send';
import { wavesOfCall } from '../round-trips';
import { verdict, type Table } from '../table';

/** What one thing took, with the budget for it. */
export interface Unit {
  label: string;
  measured: number;
  budget: number;
  /** What is counted. */
  unit: 'write units' | 'read units' | 'round trips';
}

/** The pipeline counts each request. */
const requestCounterWrites = 1;

/** What is no cost of automations: whose key it is. */
const keyReads = 1;

/** What sequences cost: exactly the same on any machine. */
export async function measureUnits(service: Service): Promise<Unit[]> {
  const sequences = await Automations.create(service, { requests_per_minute: 1_000_000 });
  return [
    ...(await measureEnrolling(sequences)),
    ...(await measureStep(sequences)),
    ...(await measureEvent(sequences)),
    ...(await measureExit(sequences)),
  ];
}

async function measureEnrolling(sequences: Automations): Promise<Unit[]> {
  const { service } = sequences;
  const id = await sequences.createActive({ steps: [step('Later', { delay_minutes: 10_000 })] });
  let people = 0;
  const enrollNext = () => sequences.enroll(id, `person-${(people += 1)}@example.com`);
  // The first has its function started, and its minute the last use of the key noted.
  await advanceToNextMinute(service);
  await enrollNext();
  const calls = await recordCalls(service, 'enroll', enrollNext);
  const waves = await wavesOfCall(service, 'enroll', enrollNext);
  return [
    { label: 'enrolling', measured: writesOf(calls) - requestCounterWrites, budget: 6, unit: 'write units' },
    { label: 'enrolling, one after the other', measured: waves.length, budget: 4, unit: 'round trips' },
  ];
}

/** From its due time to its Delivery event: what finds it, what sends it, and what the provider says of it. */
const stepFunctions = /^(drainDueWork|sendSteps|recordEmailEvents)$/;

async function measureStep(sequences: Automations): Promise<Unit[]> {
  const { service } = sequences;
  const next = { delay_minutes: 10_000 };
  const id = await sequences.createActive({ steps: [step('First'), step('Next', next)] });
  await delayProviderEvents(service);
  const sendOne = async (to: string): Promise<CallRow[]> => {
    const before = (await service.calls()).length;
    await sequences.enroll(id, to);
    await sequences.advanceAndSettle(60_000);
    return (await service.calls()).slice(before).filter((row) => stepFunctions.test(functionOf(row)));
  };
  await sendOne('warm@example.com');
  const calls = (await sendOne('kim@example.com')).filter(({ operation }) => !isSetupCall(operation));
  await service.control('DELETE', '/faults');
  const units = writesOf(calls) - leaseWrites(calls);
  return [{ label: 'a step, to its Delivery event', measured: units, budget: 20, unit: 'write units' }];
}

const isSetupCall = (operation: string): boolean => operation === 'GetAccount';

/** A drain that finds steps takes a lease on their lane and ends it, however many it hands out. */
const leaseWrites = (calls: readonly CallRow[]): number => {
  const writes = calls.filter((row) => functionOf(row) === 'drainDueWork' && row.write_units > 0);
  return 2 * new Set(writes.map(requestOf)).size;
};

const requestOf = ({ request_id: id }: CallRow): string => id;

async function measureEvent(sequences: Automations): Promise<Unit[]> {
  const { service } = sequences;
  await advanceToNextMinute(service);
  await sequences.recordEvent('warm', 'kim@example.com');
  const calls = await recordCalls(service, 'recordEvent', () =>
    sequences.recordEvent('nothing', 'kim@example.com'),
  );
  const what = 'an event that matches nothing';
  return [
    { label: what, measured: readsOf(calls) - keyReads, budget: 2, unit: 'read units' },
    { label: what, measured: writesOf(calls) - requestCounterWrites, budget: 0, unit: 'write units' },
  ];
}

/** What an opt-out costs somebody in three automations, beyond what it costs somebody in none. */
async function measureExit(sequences: Automations): Promise<Unit[]> {
  const { service, workspace: actor } = sequences;
  const steps = [step('Later', { delay_minutes: 10_000 })];
  for (const automation of [1, 2, 3].map(() => sequences.createActive({ steps })))
    await sequences.enroll(await automation, 'leaver@example.com');
  await advanceToNextMinute(service);
  const optOut = (email: string) => recordCalls(service, 'createSuppression', () => actor.unsubscribe(email));
  await optOut('warm@example.com');
  const [none, three] = [await optOut('nobody@example.com'), await optOut('leaver@example.com')];
  const measured = writesOf(three) - writesOf(none);
  return [{ label: 'an exit that ends three enrollments', measured, budget: 12, unit: 'write units' }];
}

export const tableOfUnits = (units: readonly Unit[]): Table => ({
  id: 'automations-units',
  title: 'What automations cost',
  head: ['what', 'measured', '', 'budget', ''],
  rows: units.map(({ label, measured, unit, budget }) => [
    label,
    measured,
    unit,
    budget,
    verdict(measured, budget),
  ]),
});
