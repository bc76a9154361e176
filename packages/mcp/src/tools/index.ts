import type { Tool } from '../tool.ts';
import { audienceChanges, audiences } from './audiences.ts';
import { automationChanges, automations } from './automations.ts';
import { broadcastChanges, broadcasts } from './broadcasts.ts';
import { contactChanges, contacts } from './contacts.ts';
import {
  approvals,
  attachments,
  conversations,
  drafts,
  receivedMail,
  replies,
  threadChanges,
} from './conversations.ts';
import {
  domainChanges,
  domains,
  suppressionBatches,
  suppressions,
  feeds,
  webhookChanges,
  webhooks,
} from './domains.ts';
import { batch, contents, emails, templateChanges, templates } from './emails.ts';
import { savedDrafts } from './saved-drafts.ts';
import { segmentChanges, segments } from './segments.ts';
import { inboxes } from './inboxes.ts';
import { topicChanges, topics } from './topics.ts';

/** The sets that are offered by default. */
const defaultTools = {
  emails,
  conversations,
  approvals,
  templates,
  domains,
  suppressions,
  people: [...audiences, ...contacts, ...segments],
  topics,
  broadcasts,
  automations,
  webhooks,
};

/** The sets that are offered only on request. */
const optionalTools = {
  batch,
  contents,
  drafts,
  'received-mail': receivedMail,
  replies,
  attachments,
  'thread-changes': threadChanges,
  'saved-drafts': savedDrafts,
  inboxes,
  'template-changes': templateChanges,
  'domain-changes': domainChanges,
  'suppression-batches': suppressionBatches,
  'people-changes': [...audienceChanges, ...contactChanges],
  'segment-changes': segmentChanges,
  'topic-changes': topicChanges,
  'broadcast-changes': broadcastChanges,
  'automation-changes': automationChanges,
  'webhook-changes': webhookChanges,
  feeds,
};

export const toolsets: Readonly<Record<string, readonly Tool[]>> = { ...defaultTools, ...optionalTools };

export const defaultToolsets: readonly string[] = Object.keys(defaultTools);

export const allTools: readonly Tool[] = Object.values(toolsets).flat();
