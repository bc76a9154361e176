import type * as z from 'zod/mini';
import {
  computeProgress,
  computeTestResults,
  type CampaignStats,
  type TestResult,
} from '../../../shared/domain/marketing/campaigns/stats';
import type { Decision } from '../../../shared/domain/marketing/campaigns/decision';
import type { Campaign, Variant } from '../../../shared/db/records/campaigns';
import type { Email } from '../../../shared/db/records/emails';
import type { EngagementWindows } from '../../../shared/db/records/segments';
import type {
  AbTestSchema,
  BroadcastDecisionSchema,
  BroadcastRecipientSchema,
  BroadcastRowSchema,
  BroadcastSchema,
  ProgressSchema,
  TestResultSchema,
  VariantSchema,
  WindowsSchema,
} from './shapes';

export const presentBroadcast = (
  campaign: Campaign,
  counts: CampaignStats,
  html: string,
): z.infer<typeof BroadcastSchema> => ({ ...presentBroadcastRow(campaign, counts), html });

export const presentBroadcastRow = (
  campaign: Campaign,
  counts: CampaignStats,
): z.infer<typeof BroadcastRowSchema> => ({
  id: campaign.id,
  name: campaign.name,
  status: campaign.status,
  audience_id: campaign.audienceId,
  identity_id: campaign.identityId,
  segment_id: campaign.segmentId,
  segment: campaign.windows && presentWindows(campaign.windows),
  topic_key: campaign.topicKey,
  subject: campaign.subject,
  from_name: campaign.fromName,
  scheduled_at: campaign.scheduledAt,
  variants: campaign.variants && campaign.variants.map(presentVariant),
  ab_test: presentTest(campaign, counts),
  progress: presentProgress(campaign, counts),
  pause_reason: campaign.pauseReason,
  resume_after: campaign.resumeAfter,
  failure_reason: campaign.failureReason,
  created_at: campaign.createdAt,
  updated_at: campaign.updatedAt,
  started_at: campaign.startedAt,
  finished_at: campaign.finishedAt,
});

const presentWindows = (windows: EngagementWindows): z.infer<typeof WindowsSchema> => ({
  opened_within_days: windows.openedWithinDays,
  clicked_within_days: windows.clickedWithinDays,
  exclude_unengaged_days: windows.excludeUnengagedDays,
  engaged_within_days: windows.engagedWithinDays,
});

const presentVariant = ({ key, subject, fromName, sendAt }: Variant): z.infer<typeof VariantSchema> => ({
  key,
  subject,
  from_name: fromName,
  send_at: sendAt,
});

function presentTest(campaign: Campaign, counts: CampaignStats): z.infer<typeof AbTestSchema> | null {
  const { abTest, status } = campaign;
  if (!abTest) return null;
  return {
    metric: abTest.metric,
    sample_share: abTest.sampleShare,
    decide_after_minutes: abTest.decideAfterMinutes,
    decide_at: abTest.decideAt,
    winner: abTest.winner,
    decided_by: abTest.decidedBy,
    decided_at: abTest.decidedAt,
    results: status === 'draft' ? [] : computeTestResults(campaign, counts).map(presentResult),
  };
}

const presentResult = (result: TestResult): z.infer<typeof TestResultSchema> => ({
  key: result.key,
  sent: result.sent,
  unique_opens: result.uniqueOpens,
  unique_clicks: result.uniqueClicks,
  open_rate: result.openRate,
  click_rate: result.clickRate,
});

export const presentDecision = (decision: Decision): z.infer<typeof BroadcastDecisionSchema> => ({
  winner: decision.winner,
  decided_by: decision.decidedBy,
  decided_at: decision.decidedAt,
  results: decision.results.map(presentResult),
  rollout: presentResult(decision.rollout),
});

const runningStatuses: readonly Campaign['status'][] = ['sending', 'paused', 'testing'];

function presentProgress(campaign: Campaign, counts: CampaignStats): z.infer<typeof ProgressSchema> | null {
  if (!runningStatuses.includes(campaign.status)) return null;
  const rows = computeProgress(campaign, counts).map(({ key, pending, sent, failed, skipped }) => ({
    key,
    pending,
    sent,
    failed,
    skipped,
  }));
  const sumOf = (outcome: 'pending' | 'sent' | 'failed' | 'skipped') =>
    rows.reduce((total, row) => total + row[outcome], 0);
  return {
    pending: sumOf('pending'),
    sent: sumOf('sent'),
    failed: sumOf('failed'),
    skipped: sumOf('skipped'),
    by_variant: campaign.variants ? rows : null,
  };
}

export const presentRecipient = (email: Email): z.infer<typeof BroadcastRecipientSchema> => ({
  id: email.id,
  email: email.to[0] ?? '',
  status: email.status,
  variant: email.variant ?? null,
  sent_at: email.sentAt,
  opened_at: email.openedAt,
  clicked_at: email.clickedAt,
});
