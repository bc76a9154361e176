import type { Campaign, CampaignCounts, CampaignEngagement, Recipient, Slice } from '../records/campaigns';
import type { ContentRecord } from '../records/content';
import type { PurgeRecord } from '../records/deletions';
import type { LinkClicks } from '../records/metrics';
import { workspace, type Key } from './key';

/** Campaigns, their recipients and their results. */
export const campaignKeys = {
  /** Which campaigns does the workspace have, newest last? */
  campaign: (ws: string, id: string): Key<Campaign> => ({ pk: `${workspace(ws)}#CAMPAIGNS`, sk: id }),
  /** What is the content of the campaign? */
  campaignContent: (ws: string, id: string): Key<ContentRecord> => ({
    pk: campaignPartition(ws, id),
    sk: 'CONTENT',
  }),
  /** How many emails of each variant were sent, failed or skipped? */
  campaignCounts: (ws: string, id: string): Key<CampaignCounts> => ({
    pk: campaignPartition(ws, id),
    sk: 'FIGURES',
  }),
  /** For each variant of a test, how many recipients received, opened and clicked the email? */
  campaignEngagement: (ws: string, id: string): Key<CampaignEngagement> => ({
    pk: campaignPartition(ws, id),
    sk: 'REACTIONS',
  }),
  /** Which recipients did the campaign have when it started, in sending order? Read part by part. */
  recipient: (ws: string, campaignId: string, messageId: string): Key<Recipient> => ({
    pk: recipientPartition(ws, campaignId, partOf(messageId)),
    sk: messageId,
  }),
  /** Which slices of the recipients are unfinished, including slices that wait for the winner? */
  slice: (ws: string, campaignId: string, id: string): Key<Slice> => ({
    pk: `${campaignPartition(ws, campaignId)}#SLICES`,
    sk: id,
  }),
  /** Which links of the campaign were clicked? */
  campaignLink: (ws: string, campaignId: string, hash: string): Key<LinkClicks> => ({
    pk: `${campaignPartition(ws, campaignId)}#LINKS`,
    sk: hash,
  }),
  /** Which deleted campaigns still have recipients to delete? */
  deletedCampaign: (ws: string, id: string): Key<PurgeRecord> => ({
    pk: `${workspace(ws)}#DELETED-CAMPAIGNS`,
    sk: id,
  }),
};

const campaignPartition = (ws: string, id: string): string => `${workspace(ws)}#CAMPAIGN#${id}`;

/**
 * The message ids of a campaign differ only in their hash. The first digit of the hash names the part, so the parts are
 * in id order.
 */
const recipientParts = Array.from('0123456789abcdef');
const hashIndex = 15;

const partOf = (messageId: string): string => messageId.charAt(hashIndex);

/**
 * Returns all partitions of the recipients in order, or only the partitions from the part of message `from` to the part
 * of message `to`.
 */
export const recipientPartitions = (ws: string, campaignId: string, from?: string, to?: string): string[] =>
  recipientParts
    .filter(
      (part) => (from === undefined || part >= partOf(from)) && (to === undefined || part <= partOf(to)),
    )
    .map((part) => recipientPartition(ws, campaignId, part));

const recipientPartition = (ws: string, campaignId: string, part: string): string =>
  `${campaignPartition(ws, campaignId)}#RECIPIENTS#${part}`;
