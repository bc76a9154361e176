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

/** A measured value and its budget. */
export interface Unit {
  label: string;
  measured: number;
  budget: number;
  /** The unit of the measured value and of the budget. */
  unit: 'write units' | 'read units' | 'round trips';
}

/** The pipeline's write for the request counter. */
const requestCounterWrites = 1;

/** The read of the API key, which is not a cost of automations. */
const keyReads = 1;

/** Measures the capacity units and round trips that automations use. Both are the same on any machine. */
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
  // The first call starts the function and records the use of the API key in this minute.
  await advanceToNextMinute(service);
  await enrollNext();
  const calls = await recordCalls(service, 'enroll', enrollNext);
  const waves = await wavesOfCall(service, 'enroll', enrollNext);
  return [
    { label: 'enrolling', measured: writesOf(calls) - requestCounterWrites, budget: 6, unit: 'write units' },
    { label: 'enrolling, sequential', measured: waves.length, budget: 4, unit: 'round trips' },
  ];
}

/**
 * The functions that run between the due time of a step and the Delivery event of its email. They find the step, send
 * the email and record the events of the email.
 */
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
  return [{ label: 'a step, up to its Delivery event', measured: units, budget: 20, unit: 'write units' }];
}

const isSetupCall = (operation: string): boolean => operation === 'GetAccount';

/**
 * The writes for leases. A drain that finds steps takes and releases one lease on the lane, regardless of the number of
 * steps.
 */
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
  const what = 'an event that matches no automation';
  return [
    { label: what, measured: readsOf(calls) - keyReads, budget: 2, unit: 'read units' },
    { label: what, measured: writesOf(calls) - requestCounterWrites, budget: 0, unit: 'write units' },
  ];
}

/**
 * Measures how much more an opt-out costs for an address with three enrollments than for an address without
 * enrollments.
 */
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
  title: 'Units of automations',
  head: ['operation', 'measured', '', 'budget', ''],
  rows: units.map(({ label, measured, unit, budget }) => [
    label,
    measured,
    unit,
    budget,
    verdict(measured, budget),
  ]),
});
