import { keys } from '../../shared/db/keys';
import { dueAttributes } from '../../shared/domain/platform/scheduler/due-attributes';
import type { Enrollment, ScheduleEntry } from '../../shared/db/records/enrollments';
import { newId } from '../../shared/core/time';
import { Automations, step } from '../../test/support/automations/automations';
import type { Service } from '../../test/support/service';
import type { ServiceTable } from '../../test/support/table';
import { functionOf, writesOf } from '../metered-send';
import { count, type Table } from '../table';

/** The send rate of the account in recipients per second, and the share for bulk email. */
const [accountRate, bulkShare] = [50, 0.8];

/** The budget applies to the largest size. For smaller sizes, the time until the first step dominates. */
const [sizes, budgetedSize] = [[100, 1_000, 10_000], 10_000];

const shareMin = 0.9;

/**
 * Measures the rate at which the service sends steps that are due in the same minute, and the capacity units of each
 * step.
 */
export async function measureBursts(service: Service, table: ServiceTable): Promise<Table> {
  await service.control('PATCH', '/settings', { max_send_rate: accountRate });
  const rows: (string | number)[][] = [];
  for (const size of sizes) rows.push(await measureBurst(service, table, size));
  return {
    id: 'automations-crowds',
    title: `Steps due in the same minute. Rates: ${accountRate} emails per second for the account, ${accountRate * bulkShare} for bulk email`,
    head: ['steps', 'write units each', 'emails a second', 'share of the bulk rate', 'at least', ''],
    rows,
  };
}

async function measureBurst(
  service: Service,
  table: ServiceTable,
  size: number,
): Promise<(string | number)[]> {
  const sequences = await Automations.create(service);
  const automationId = await sequences.createActive({
    steps: [step(), step('Next', { delay_minutes: 10_000 })],
  });
  const before = (await service.calls()).length;
  await enrollAll(sequences, table, automationId, { size, dueAt: new Date() });
  // Enrollments that are written directly to the table do not wake the drain, but an enrollment through the API does.
  await sequences.enroll(automationId, 'alarm@example.com');
  while ((await sequences.workspace.outbox()).length <= size) await pause();
  await service.settle();
  const calls = (await service.calls()).slice(before);
  const steps = calls.filter((row) => /^(drainDueWork|sendSteps|recordEmailEvents)$/.test(functionOf(row)));
  const times = (await sequences.workspace.outbox()).map(({ at }) => Date.parse(at)).sort((a, b) => a - b);
  const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000;
  const perSecond = (times.length - 1) / seconds;
  const share = perSecond / (accountRate * bulkShare);
  return [
    count(times.length - 1),
    (writesOf(steps) / times.length).toFixed(1),
    perSecond.toFixed(1),
    share.toFixed(2),
    ...(size < budgetedSize ? ['', ''] : [shareMin, share >= shareMin ? 'met' : '**missed**']),
  ];
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 1_000));

/** Writes enrollments as the API does, each with a step that is due at `dueAt`. */
export async function enrollAll(
  { workspace: { workspaceId } }: Automations,
  table: ServiceTable,
  automationId: string,
  { size, dueAt }: { size: number; dueAt: Date },
): Promise<void> {
  const at = new Date().toISOString();
  const enrollments = Array.from({ length: size }, (_, index): Enrollment => ({
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
  const scheduleEntries = enrollments.map(({ id, email }): ScheduleEntry => ({
    id,
    workspaceId,
    automationId,
    email,
    recipientCount: 1,
    writtenAt: at,
    ...dueAttributes(id, 'sendStep', dueAt.getTime()),
  }));
  await table.putAll(
    enrollments.map((record) => ({ ...keys.enrollment(workspaceId, record.email, automationId), ...record })),
  );
  await table.putAll(
    scheduleEntries.map((record) => ({
      ...keys.scheduleEntry(workspaceId, automationId, record.id),
      ...record,
    })),
  );
  const counts = { ...keys.enrollmentCounts(workspaceId, automationId, 0), active: size };
  await table.put(counts);
}
