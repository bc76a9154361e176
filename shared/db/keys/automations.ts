import type { Automation, AutomationPointer, AutomationSteps, TriggerPointer } from '../records/automations';
import type { PurgeRecord } from '../records/deletions';
import type { Enrollment, EnrollmentCounts, ScheduleEntry } from '../records/enrollments';
import { shardOf, shards, workspace, type Key } from './key';

/** Automations and their enrollments. */
export const automationKeys = {
  /** Which automations does the workspace have, newest last? */
  automation: (ws: string, id: string): Key<Automation> => ({ pk: `${workspace(ws)}#AUTOMATIONS`, sk: id }),
  /** Which automation has this slug? */
  automationBySlug: (ws: string, slug: string): Key<AutomationPointer> => ({
    pk: `${workspace(ws)}#AUTOMATION-OF#${slug}`,
    sk: 'AUTOMATION',
  }),
  /** Which steps does the automation have? They never change. */
  automationSteps: (ws: string, id: string): Key<AutomationSteps> => ({
    pk: `${workspace(ws)}#AUTOMATION#${id}`,
    sk: 'STEPS',
  }),
  /** Which automations start on this event name, audience or tag? */
  trigger: (ws: string, kind: string, value: string, automationId: string): Key<TriggerPointer> => ({
    pk: `${workspace(ws)}#TRIGGERS#${kind}`,
    sk: `${value}#${automationId}`,
  }),
  /** Which deleted automations still have enrollments to delete? */
  deletedAutomation: (ws: string, id: string): Key<PurgeRecord> => ({
    pk: `${workspace(ws)}#DELETED-AUTOMATIONS`,
    sk: id,
  }),

  /** What is the latest enrollment of this address in each automation? */
  enrollment: (ws: string, address: string, automationId: string): Key<Enrollment> => ({
    pk: `${workspace(ws)}#ENROLMENTS#${address}`,
    sk: automationId,
  }),
  /** Earlier enrollments of the address. They are separate because each exit reads all latest enrollments. */
  pastEnrollment: (ws: string, address: string, automationId: string, id: string): Key<Enrollment> => ({
    pk: `${workspace(ws)}#PAST-ENROLMENTS#${address}`,
    sk: `${automationId}#${id}`,
  }),
  /** Who was enrolled, newest last, and when is the next step of each enrollment? Read shard by shard. */
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

/** Sparse index `byWaiting`: which steps wait until the automation is active again, longest due first? */
export const pausedEntriesKey = (ws: string, automationId: string): string =>
  `${workspace(ws)}#HELD-TURNS#${automationId}`;
