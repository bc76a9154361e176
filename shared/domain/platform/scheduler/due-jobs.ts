import { keysOf } from '../../../core/keys-of';
import type { QueueMessage } from '../../../aws/queues';
import type { DueFields, DueJob } from '../../../db/records/due';
import type { DueLane } from '../../../db/keys';
import type { QueueName } from '../../../core/needs';
import { minuteMs } from '../../../core/time';

/** A record that is due. Only mail has recipients: nothing else takes of the account's rate. */
export interface DueRecord extends DueFields {
  id: string;
  workspaceId: string;
  recipientCount?: number;
  /** Of a webhook's delivery. */
  endpointId?: string;
  /** Of somebody's turn in an automation. */
  automationId?: string;
  email?: string;
  /** Of a slice of a campaign's recipients. */
  campaignId?: string;
}

/** The part of the account's rate that a piece of work has. */
export interface RateAllocation {
  /** ms */
  startsAt: number;
  perRecipientMs: number;
}

interface DueJobDefinition {
  /** Found with the others of its lane: however much mail waits for the rate, webhooks do not wait behind it. */
  lane: DueLane;
  /** Who does it, and what the message says. */
  queue: QueueName;
  message: (record: DueRecord, allocation: RateAllocation) => QueueMessage;
  /** Whoever has the work may take so long; after that it is due again. */
  graceMs: number;
}

/** What falls due, but for checks of domains, which have a schedule (domains/check-schedule.ts). What is done then: functions/workers/run-due-work.ts, and deliver-webhook.ts for attempts. */
const jobDefinitions = {
  sendEmail: { lane: 'MAIL', queue: 'due-work', message: dueJobMessage, graceMs: 5 * minuteMs },
  expireApproval: { lane: 'WORK', queue: 'due-work', message: dueJobMessage, graceMs: 5 * minuteMs },
  emptyAudience: { lane: 'WORK', queue: 'background-jobs', message: dueJobMessage, graceMs: 5 * minuteMs },
  resumeAutomation: { lane: 'WORK', queue: 'background-jobs', message: dueJobMessage, graceMs: 5 * minuteMs },
  clearAutomation: { lane: 'WORK', queue: 'background-jobs', message: dueJobMessage, graceMs: 5 * minuteMs },
  clearCampaign: { lane: 'WORK', queue: 'background-jobs', message: dueJobMessage, graceMs: 5 * minuteMs },
  clearWorkspace: { lane: 'WORK', queue: 'background-jobs', message: dueJobMessage, graceMs: 5 * minuteMs },
  expireMail: { lane: 'WORK', queue: 'background-jobs', message: dueJobMessage, graceMs: 5 * minuteMs },
  runCampaign: { lane: 'WORK', queue: 'campaigns', message: campaignRunMessage, graceMs: 5 * minuteMs },
  sendSlice: { lane: 'CAMPAIGN', queue: 'slices', message: sliceMessage, graceMs: 5 * minuteMs },
  // An import makes thousands due at once, whose messages wait in the queue for a while.
  startAutomations: {
    lane: 'STEP',
    queue: 'background-jobs',
    message: startAutomationsMessage,
    graceMs: 15 * minuteMs,
  },
  // Ten thousand at once hold up no scheduled mail.
  sendStep: { lane: 'STEP', queue: 'steps', message: stepMessage, graceMs: 5 * minuteMs },
  // A slow endpoint has a queue before it.
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

/** What the worker of due work does: the rows of its queue, and what follows when an endpoint is enabled. */
export const dueWorkJobs: readonly DueWorkJob[] = [
  ...keysOf(jobDefinitions).filter(
    (job): job is DueWorkJob & DueJob => jobDefinitions[job].queue === 'due-work',
  ),
  'resumeWebhook',
];

/** One piece of due work, as a queue message. */
export interface DueWorkMessage {
  job: DueWorkJob;
  workspaceId: string;
  id: string;
}

/** One attempt at a webhook that is due, as a queue message. */
export interface DeliveryAttemptMessage {
  workspaceId: string;
  endpointId: string;
  deliveryId: string;
}

/** A step of an automation that is due, as a queue message. */
export interface StepMessage {
  workspaceId: string;
  automationId: string;
  /** Of the enrollment. */
  id: string;
  email: string;
}

function stepMessage({ workspaceId, automationId = '', id, email = '' }: DueRecord): QueueMessage {
  const body: StepMessage = { workspaceId, automationId, id, email };
  return { body };
}

/** A campaign whose run is to look at it, as a queue message. */
export interface CampaignRunMessage {
  workspaceId: string;
  id: string;
}

function campaignRunMessage({ workspaceId, id }: DueRecord): QueueMessage {
  const body: CampaignRunMessage = { workspaceId, id };
  return { body };
}

/** Recipients of a campaign whose turn it is, as a queue message. */
export interface SliceMessage extends RateAllocation {
  workspaceId: string;
  campaignId: string;
  /** Of the slice. */
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

/** Attempts of one workspace wait behind those of others while many of them are under way. */
export function deliveryAttemptMessage({
  workspaceId,
  id: deliveryId,
  endpointId = '',
}: Pick<DueRecord, 'workspaceId' | 'id' | 'endpointId'>): QueueMessage {
  const body: DeliveryAttemptMessage = { workspaceId, endpointId, deliveryId };
  return { body, group: workspaceId };
}
