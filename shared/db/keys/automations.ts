import type { Automation, AutomationPointer, AutomationSteps, TriggerPointer } from '../records/automations';
import type { PurgeRecord } from '../records/deletions';
import type { Enrollment, EnrollmentCounts, ScheduleEntry } from '../records/enrollments';
import { shardOf, shards, workspace, type Key } from './key';

/** Sequences of mails, and who is in them. */
export const automationKeys = {
  /** Which automations are there, newest last? */
  automation: (ws: string, id: string): Key<Automation> => ({ pk: `${workspace(ws)}#AUTOMATIONS`, sk: id }),
  /** Which automation has this slug? */
  automationBySlug: (ws: string, slug: string): Key<AutomationPointer> => ({
    pk: `${workspace(ws)}#AUTOMATION-OF#${slug}`,
    sk: 'AUTOMATION',
  }),
  /** What does the automation send? That never changes. */
  automationSteps: (ws: string, id: string): Key<AutomationSteps> => ({
    pk: `${workspace(ws)}#AUTOMATION#${id}`,
    sk: 'STEPS',
  }),
  /** Which automations does this start: an event of that name, joining that audience, gaining that tag? */
  trigger: (ws: string, kind: string, value: string, automationId: string): Key<TriggerPointer> => ({
    pk: `${workspace(ws)}#TRIGGERS#${kind}`,
    sk: `${value}#${automationId}`,
  }),
  /** Which automations were deleted, and have enrollments that are still to go? */
  deletedAutomation: (ws: string, id: string): Key<PurgeRecord> => ({
    pk: `${workspace(ws)}#DELETED-AUTOMATIONS`,
    sk: id,
  }),

  /** Which automations is this address in, or was it last? */
  enrollment: (ws: string, address: string, automationId: string): Key<Enrollment> => ({
    pk: `${workspace(ws)}#ENROLMENTS#${address}`,
    sk: automationId,
  }),
  /** An enrollment of the address before the last one: apart from it, for each exit reads all that the address is in. */
  pastEnrollment: (ws: string, address: string, automationId: string, id: string): Key<Enrollment> => ({
    pk: `${workspace(ws)}#PAST-ENROLMENTS#${address}`,
    sk: `${automationId}#${id}`,
  }),
  /** Who was enrolled, newest last, and whose turn is when? Read a shard at a time. */
  scheduleEntry: (ws: string, automationId: string, id: string): Key<ScheduleEntry> => ({
    pk: schedulePartition(ws, automationId, shardOf(id)),
    sk: id,
  }),
  /** How many enrollments of each status does the automation have? The sum of its shards. */
  enrollmentCounts: (
    ws: string,
    automationId: string,
    shard: number | string,
  ): Key<Partial<EnrollmentCounts>> => ({
    pk: `${workspace(ws)}#ENROLMENT-COUNTS`,
    sk: `${automationId}#${shard}`,
  }),
};

export const schedulePartitions = (ws: string, automationId: string): string[] =>
  shards.map((shard) => schedulePartition(ws, automationId, shard));

const schedulePartition = (ws: string, automationId: string, shard: number): string =>
  `${workspace(ws)}#TURNS#${automationId}#${shard}`;

/** Sparse index `byWaiting`: whose turn waits for the automation to be active again, the longest due first? */
export const pausedEntriesKey = (ws: string, automationId: string): string =>
  `${workspace(ws)}#HELD-TURNS#${automationId}`;
