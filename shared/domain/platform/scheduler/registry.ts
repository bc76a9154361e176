import type { QueueMessage } from '../../../aws/queues';
import type { Due, DueJob } from '../../../db/records/due';
import type { DueLane } from '../../../db/keys';
import type { QueueName } from '../../../core/needs';
import { minuteMs } from '../../../core/time';

/** A record that is due. Only mail has recipients: nothing else takes of the account's rate. */
export interface DueRecord extends Due {
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
export interface RatePart {
  /** ms */
  startsAt: number;
  perRecipientMs: number;
}

interface DueRow {
  /** Found with the others of its lane: however much mail waits for the rate, webhooks do not wait behind it. */
  lane: DueLane;
  /** Who does it, and what the message says. */
  queue: QueueName;
  message: (record: DueRecord, part: RatePart) => QueueMessage;
  /** Whoever has the work may take so long; after that it is due again. */
  graceMs: number;
}

/** What falls due, but for checks of domains, which have a schedule (domains/due.ts). What is done then: functions/workers/do-due-work.ts, and deliver-webhook.ts for attempts. */
const rows = {
  sendEmail: { lane: 'MAIL', queue: 'due-work', message: dueWork, graceMs: 5 * minuteMs },
  expireApproval: { lane: 'WORK', queue: 'due-work', message: dueWork, graceMs: 5 * minuteMs },
  emptyAudience: { lane: 'WORK', queue: 'follow-ups', message: dueWork, graceMs: 5 * minuteMs },
  resumeAutomation: { lane: 'WORK', queue: 'follow-ups', message: dueWork, graceMs: 5 * minuteMs },
  clearAutomation: { lane: 'WORK', queue: 'follow-ups', message: dueWork, graceMs: 5 * minuteMs },
  clearCampaign: { lane: 'WORK', queue: 'follow-ups', message: dueWork, graceMs: 5 * minuteMs },
  clearWorkspace: { lane: 'WORK', queue: 'follow-ups', message: dueWork, graceMs: 5 * minuteMs },
  expireMail: { lane: 'WORK', queue: 'follow-ups', message: dueWork, graceMs: 5 * minuteMs },
  runCampaign: { lane: 'WORK', queue: 'campaigns', message: runMessage, graceMs: 5 * minuteMs },
  sendSlice: { lane: 'CAMPAIGN', queue: 'slices', message: sliceMessage, graceMs: 5 * minuteMs },
  // An import makes thousands due at once, whose messages wait in the queue for a while.
  startAutomations: { lane: 'STEP', queue: 'follow-ups', message: startMessage, graceMs: 15 * minuteMs },
  // Ten thousand at once hold up no scheduled mail.
  sendStep: { lane: 'STEP', queue: 'steps', message: stepMessage, graceMs: 5 * minuteMs },
  // A slow endpoint has a queue before it.
  attemptWebhook: { lane: 'WEBHOOK', queue: 'webhooks', message: attemptMessage, graceMs: 60 * minuteMs },
} as const satisfies Record<DueJob, DueRow>;

export const dueJobs: Record<DueJob, DueRow> = rows;

type DueWorkJob =
  { [Job in DueJob]: (typeof rows)[Job]['queue'] extends 'due-work' ? Job : never }[DueJob] | 'resumeWebhook';

/** What the worker of due work does: the rows of its queue, and what follows when an endpoint is enabled. */
export const dueWorkJobs: readonly DueWorkJob[] = [
  ...(Object.keys(rows) as DueJob[]).filter(
    (job): job is DueWorkJob & DueJob => rows[job].queue === 'due-work',
  ),
  'resumeWebhook',
];

/** One piece of due work, as a queue message. */
export interface DueWork {
  job: DueWorkJob;
  workspaceId: string;
  id: string;
}

/** One attempt at a webhook that is due, as a queue message. */
export interface OwedAttempt {
  workspaceId: string;
  endpointId: string;
  deliveryId: string;
}

/** A step of an automation that is due, as a queue message. */
export interface DueStep {
  workspaceId: string;
  automationId: string;
  /** Of the enrolment. */
  id: string;
  email: string;
}

function stepMessage({ workspaceId, automationId = '', id, email = '' }: DueRecord): QueueMessage {
  const body: DueStep = { workspaceId, automationId, id, email };
  return { body };
}

/** A campaign whose run is to look at it, as a queue message. */
export interface CampaignRun {
  workspaceId: string;
  id: string;
}

function runMessage({ workspaceId, id }: DueRecord): QueueMessage {
  const body: CampaignRun = { workspaceId, id };
  return { body };
}

/** Recipients of a campaign whose turn it is, as a queue message. */
export interface DueSlice extends RatePart {
  workspaceId: string;
  campaignId: string;
  /** Of the slice. */
  id: string;
}

function sliceMessage({ workspaceId, campaignId = '', id }: DueRecord, part: RatePart): QueueMessage {
  const body: DueSlice = { workspaceId, campaignId, id, ...part };
  return { body };
}

function startMessage({ workspaceId, id }: DueRecord): QueueMessage {
  return { body: { job: 'startAutomations', workspaceId, ids: [id] } };
}

function dueWork({ dueJob, workspaceId, id }: DueRecord): QueueMessage {
  return { body: { job: dueJob, workspaceId, id } };
}

/** Attempts of one workspace wait behind those of others while many of them are under way. */
export function attemptMessage({
  workspaceId,
  id: deliveryId,
  endpointId = '',
}: Pick<DueRecord, 'workspaceId' | 'id' | 'endpointId'>): QueueMessage {
  const body: OwedAttempt = { workspaceId, endpointId, deliveryId };
  return { body, group: workspaceId };
}
