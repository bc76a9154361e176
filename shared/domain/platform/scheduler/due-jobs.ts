import { keysOf } from '../../../core/keys-of';
import type { QueueMessage } from '../../../aws/queues';
import type { DueFields, DueJob } from '../../../db/records/due';
import type { DueLane } from '../../../db/keys';
import type { QueueName } from '../../../core/needs';
import { minuteMs } from '../../../core/time';

/** A due record. Only records of email have recipients and use the account's send rate. */
export interface DueRecord extends DueFields {
  id: string;
  workspaceId: string;
  recipientCount?: number;
  /** Set for a webhook delivery. */
  endpointId?: string;
  /** Set for an enrollment's step. */
  automationId?: string;
  email?: string;
  /** Set for a slice of a campaign's recipients. */
  campaignId?: string;
}

/** The part of the account's rate that is allocated to a record. */
export interface RateAllocation {
  /** In ms. */
  startsAt: number;
  perRecipientMs: number;
}

interface DueJobDefinition {
  /** The lane, whose records are drained together. Webhooks have their own lane, so that they do not wait for email. */
  lane: DueLane;
  /** The queue of the worker, and the message for the worker. */
  queue: QueueName;
  message: (record: DueRecord, allocation: RateAllocation) => QueueMessage;
  /** How long the worker may take before the record is due again. */
  graceMs: number;
}

/**
 * All due jobs, except domain checks, which have their own schedule (domains/check-schedule.ts). The workers are in
 * functions/workers, for example run-due-work.ts for the queue `due-work`.
 */
const jobDefinitions = {
  sendEmail: { lane: 'MAIL', queue: 'due-work', message: dueJobMessage, graceMs: 5 * minuteMs },
  expireApproval: { lane: 'WORK', queue: 'due-work', message: dueJobMessage, graceMs: 5 * minuteMs },
  emptyAudience: { lane: 'WORK', queue: 'background-jobs', message: dueJobMessage, graceMs: 5 * minuteMs },
  resumeAutomation: { lane: 'WORK', queue: 'background-jobs', message: dueJobMessage, graceMs: 5 * minuteMs },
  clearAutomation: { lane: 'WORK', queue: 'background-jobs', message: dueJobMessage, graceMs: 5 * minuteMs },
  clearCampaign: { lane: 'WORK', queue: 'background-jobs', message: dueJobMessage, graceMs: 5 * minuteMs },
  clearWorkspace: { lane: 'WORK', queue: 'background-jobs', message: dueJobMessage, graceMs: 5 * minuteMs },
  expireMail: { lane: 'WORK', queue: 'background-jobs', message: dueJobMessage, graceMs: 5 * minuteMs },
  deleteContent: { lane: 'CONTENT', queue: 'background-jobs', message: dueJobMessage, graceMs: 5 * minuteMs },
  runCampaign: { lane: 'WORK', queue: 'campaigns', message: campaignRunMessage, graceMs: 5 * minuteMs },
  sendSlice: { lane: 'CAMPAIGN', queue: 'slices', message: sliceMessage, graceMs: 5 * minuteMs },
  // An import makes thousands of contacts due at the same time, and their messages wait in the queue.
  startAutomations: {
    lane: 'STEP',
    queue: 'background-jobs',
    message: startAutomationsMessage,
    graceMs: 15 * minuteMs,
  },
  // Steps do not share a lane with scheduled email, so that ten thousand simultaneous steps do not delay that email.
  sendStep: { lane: 'STEP', queue: 'steps', message: stepMessage, graceMs: 5 * minuteMs },
  // An attempt may first wait in the slow queue.
  attemptWebhook: {
    lane: 'WEBHOOK',
    queue: 'webhooks',
    message: deliveryAttemptMessage,
    graceMs: 60 * minuteMs,
  },
} as const satisfies Record<DueJob, DueJobDefinition>;

export const dueJobs: Record<DueJob, DueJobDefinition> = jobDefinitions;

type DueWorkJob =
  | { [Job in DueJob]: (typeof jobDefinitions)[Job]['queue'] extends 'due-work' ? Job : never }[DueJob]
  | 'resumeWebhook';

/** The jobs of the worker `runDueWork`: the jobs of its queue, and the job that runs after an endpoint is enabled. */
export const dueWorkJobs: readonly DueWorkJob[] = [
  ...keysOf(jobDefinitions).filter(
    (job): job is DueWorkJob & DueJob => jobDefinitions[job].queue === 'due-work',
  ),
  'resumeWebhook',
];

/** The queue message for a due record. */
export interface DueWorkMessage {
  job: DueWorkJob;
  workspaceId: string;
  id: string;
}

/** The queue message for a due attempt at a webhook delivery. */
export interface DeliveryAttemptMessage {
  workspaceId: string;
  endpointId: string;
  deliveryId: string;
}

/** The queue message for a due step of an automation. */
export interface StepMessage {
  workspaceId: string;
  automationId: string;
  /** The id of the enrollment. */
  id: string;
  email: string;
}

function stepMessage({ workspaceId, automationId = '', id, email = '' }: DueRecord): QueueMessage {
  const body: StepMessage = { workspaceId, automationId, id, email };
  return { body };
}

/** The queue message for a campaign whose run is due. */
export interface CampaignRunMessage {
  workspaceId: string;
  id: string;
}

function campaignRunMessage({ workspaceId, id }: DueRecord): QueueMessage {
  const body: CampaignRunMessage = { workspaceId, id };
  return { body };
}

/** The queue message for a due slice of a campaign's recipients. */
export interface SliceMessage extends RateAllocation {
  workspaceId: string;
  campaignId: string;
  /** The id of the slice. */
  id: string;
}

function sliceMessage(
  { workspaceId, campaignId = '', id }: DueRecord,
  allocation: RateAllocation,
): QueueMessage {
  const body: SliceMessage = { workspaceId, campaignId, id, ...allocation };
  return { body };
}

function startAutomationsMessage({ workspaceId, id }: DueRecord): QueueMessage {
  return { body: { job: 'startAutomations', workspaceId, ids: [id] } };
}

function dueJobMessage({ dueJob, workspaceId, id }: DueRecord): QueueMessage {
  return { body: { job: dueJob, workspaceId, id } };
}

/**
 * The message group gives other workspaces' attempts priority over those of a workspace with many attempts in progress.
 */
export function deliveryAttemptMessage({
  workspaceId,
  id: deliveryId,
  endpointId = '',
}: Pick<DueRecord, 'workspaceId' | 'id' | 'endpointId'>): QueueMessage {
  const body: DeliveryAttemptMessage = { workspaceId, endpointId, deliveryId };
  return { body, group: workspaceId };
}
