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
  /** Which steps does the automation have? Steps never change. */
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
  /**
   * Which earlier enrollments does the address have? Earlier enrollments are stored separately, because each exit check
   * reads all latest enrollments of an address.
   */
  pastEnrollment: (ws: string, address: string, automationId: string, id: string): Key<Enrollment> => ({
    pk: `${workspace(ws)}#PAST-ENROLMENTS#${address}`,
    sk: `${automationId}#${id}`,
  }),
  /**
   * Which addresses were enrolled, newest last, and when is the next step of each enrollment due? Read shard by shard.
   */
  scheduleEntry: (ws: string, automationId: string, id: string): Key<ScheduleEntry> => ({
    pk: schedulePartition(ws, automationId, shardOf(id)),
    sk: id,
  }),
  /** How many enrollments with each status does the automation have? Add up the counts of all shards. */
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

/** Sparse index `byWaiting`: which due steps wait until the automation is active again, earliest due time first? */
export const pausedEntriesKey = (ws: string, automationId: string): string =>
  `${workspace(ws)}#HELD-TURNS#${automationId}`;
