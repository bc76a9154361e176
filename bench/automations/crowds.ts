import { keys } from '../../shared/db/keys';
import { dueAtTime } from '../../shared/domain/platform/scheduler/due-at';
import type { Enrolment, Turn } from '../../shared/db/records/enrollments';
import { newId } from '../../shared/core/time';
import { Sequences, step } from '../../test/support/automations/sequences';
import type { Service } from '../../test/support/service';
import type { ServiceTable } from '../../test/support/table';
import { functionOf, writesOf } from '../metered-send';
import { count, type Table } from '../table';

/** What the account may send a second, and what of that is for bulk mail. */
const [accountRate, bulkShare] = [50, 0.8];

/** The budget is for the last of these; of fewer it counts how long the first of them takes. */
const [sizes, crowd] = [[100, 1_000, 10_000], 10_000];

const shareMin = 0.9;

/** How many steps that are due in one minute leave at the account's pace, and what each costs. */
export async function measureCrowds(service: Service, table: ServiceTable): Promise<Table> {
  await service.control('PATCH', '/settings', { max_send_rate: accountRate });
  const rows: (string | number)[][] = [];
  for (const size of sizes) rows.push(await rowOf(service, table, size));
  return {
    id: 'automations-crowds',
    title: `Steps due in one minute, at ${accountRate} mails a second for the account and ${accountRate * bulkShare} for bulk`,
    head: ['steps', 'write units each', 'mails a second', 'share of the rate', 'at least', ''],
    rows,
  };
}

async function rowOf(service: Service, table: ServiceTable, size: number): Promise<(string | number)[]> {
  const sequences = await Sequences.start(service);
  const automationId = await sequences.active({ steps: [step(), step('Next', { delay_minutes: 10_000 })] });
  const before = (await service.calls()).length;
  await enrolAll(sequences, table, automationId, { size, dueAt: new Date() });
  // What wakes the drain.
  await sequences.enrol(automationId, 'alarm@example.com');
  while ((await sequences.actor.outbox()).length <= size) await pause();
  await service.settle();
  const calls = (await service.calls()).slice(before);
  const steps = calls.filter((row) => /^(drainDueWork|sendSteps|recordEmailEvents)$/.test(functionOf(row)));
  const times = (await sequences.actor.outbox()).map(({ at }) => Date.parse(at)).sort((a, b) => a - b);
  const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000;
  const perSecond = (times.length - 1) / seconds;
  const share = perSecond / (accountRate * bulkShare);
  return [
    count(times.length - 1),
    (writesOf(steps) / times.length).toFixed(1),
    perSecond.toFixed(1),
    share.toFixed(2),
    ...(size < crowd ? ['', ''] : [shareMin, share >= shareMin ? 'kept' : '**missed**']),
  ];
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 1_000));

/** So many people, as enrolling would leave them, and when their step is due. */
export async function enrolAll(
  { actor: { workspaceId } }: Sequences,
  table: ServiceTable,
  automationId: string,
  { size, dueAt }: { size: number; dueAt: Date },
): Promise<void> {
  const at = new Date().toISOString();
  const enrolments = Array.from({ length: size }, (_, index): Enrolment => ({
    id: newId(),
    workspaceId,
    automationId,
    email: `person-${index}@example.com`,
    currentStep: 0,
    status: 'active',
    nextDueAt: dueAt.toISOString(),
    variables: {},
    enrolledAt: at,
    completedAt: null,
    canceledAt: null,
    cancelReason: null,
    lastError: null,
    attempts: 0,
  }));
  const turns = enrolments.map(({ id, email }): Turn => ({
    id,
    workspaceId,
    automationId,
    email,
    recipientCount: 1,
    writtenAt: at,
    ...dueAtTime(id, 'sendStep', dueAt.getTime()),
  }));
  await table.putAll(
    enrolments.map((one) => ({ ...keys.enrolment(workspaceId, one.email, automationId), ...one })),
  );
  await table.putAll(turns.map((one) => ({ ...keys.turn(workspaceId, automationId, one.id), ...one })));
  const counts = { ...keys.enrolmentCounts(workspaceId, automationId, 0), active: size };
  await table.put(counts);
}
