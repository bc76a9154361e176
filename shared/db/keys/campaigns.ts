import type { Campaign, CampaignCounts, CampaignEngagement, Recipient, Slice } from '../records/campaigns';
import type { ContentRecord } from '../records/content';
import type { PurgeRecord } from '../records/deletions';
import type { LinkClicks } from '../records/metrics';
import { workspace, type Key } from './key';

/** Campaigns, whom each is for, and what came of it. */
export const campaignKeys = {
  /** Which campaigns are there, newest last? */
  campaign: (ws: string, id: string): Key<Campaign> => ({ pk: `${workspace(ws)}#CAMPAIGNS`, sk: id }),
  /** What does the campaign say? */
  campaignContent: (ws: string, id: string): Key<ContentRecord> => ({
    pk: campaignPartition(ws, id),
    sk: 'CONTENT',
  }),
  /** How many were sent, failed and skipped, of each variant? */
  campaignCounts: (ws: string, id: string): Key<CampaignCounts> => ({
    pk: campaignPartition(ws, id),
    sk: 'FIGURES',
  }),
  /** How many did each variant of a test reach, and how many of them opened it and clicked? */
  campaignEngagement: (ws: string, id: string): Key<CampaignEngagement> => ({
    pk: campaignPartition(ws, id),
    sk: 'REACTIONS',
  }),
  /** Whom was it for when it began, in the order in which it mails them? Read a part at a time. */
  recipient: (ws: string, campaignId: string, messageId: string): Key<Recipient> => ({
    pk: recipientPartition(ws, campaignId, partOf(messageId)),
    sk: messageId,
  }),
  /** Which parts of the recipients are still to be mailed, now or after the winner? */
  slice: (ws: string, campaignId: string, id: string): Key<Slice> => ({
    pk: `${campaignPartition(ws, campaignId)}#SLICES`,
    sk: id,
  }),
  /** Which links of it were clicked? */
  campaignLink: (ws: string, campaignId: string, hash: string): Key<LinkClicks> => ({
    pk: `${campaignPartition(ws, campaignId)}#LINKS`,
    sk: hash,
  }),
  /** Which campaigns were deleted, and have recipients that are still to go? */
  deletedCampaign: (ws: string, id: string): Key<PurgeRecord> => ({
    pk: `${workspace(ws)}#DELETED-CAMPAIGNS`,
    sk: id,
  }),
};

const campaignPartition = (ws: string, id: string): string => `${workspace(ws)}#CAMPAIGN#${id}`;

/** The messages of a campaign differ in their hash alone: its first digit says which part. In order, parts are all. */
const recipientParts = Array.from('0123456789abcdef');
const hashIndex = 15;

const partOf = (messageId: string): string => messageId.charAt(hashIndex);

/** All recipients, or from the part of one message to that of another, in their order. */
export const recipientPartitions = (ws: string, campaignId: string, from?: string, to?: string): string[] =>
  recipientParts
    .filter(
      (part) => (from === undefined || part >= partOf(from)) && (to === undefined || part <= partOf(to)),
    )
    .map((part) => recipientPartition(ws, campaignId, part));

const recipientPartition = (ws: string, campaignId: string, part: string): string =>
  `${campaignPartition(ws, campaignId)}#RECIPIENTS#${part}`;
