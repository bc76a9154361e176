import { all } from '../../../db/condition';
import { now } from '../../../core/time';
import { findAudience } from '../../audience/audiences/find';
import { findSegment } from '../../audience/segments/find';
import { loadContactQuery, type ContactQuery } from '../../audience/segments/contact-query';
import { matchCondition } from '../../audience/segments/match-condition';
import type { EngagementWindows } from '../../../db/records/segments';
import { findTopic } from '../../audience/topics/find';
import type { Campaign } from '../../../db/records/campaigns';

export const noEngagementWindows: EngagementWindows = {
  openedWithinDays: null,
  clickedWithinDays: null,
  excludeUnengagedDays: null,
  engagedWithinDays: null,
};

/**
 * The query for the campaign's current recipients: subscribed contacts of its audience that match its segment and
 * engagement windows and receive its topic. Undefined if the audience, segment or topic no longer exists.
 */
export async function loadRecipientQuery({
  workspaceId,
  audienceId,
  segmentId,
  windows,
  topicKey,
}: Campaign): Promise<ContactQuery | undefined> {
  const [audience, segment, topic] = await Promise.all([
    findAudience(workspaceId, audienceId),
    segmentId === null ? undefined : findSegment(workspaceId, segmentId),
    topicKey === null ? undefined : findTopic(workspaceId, topicKey),
  ]);
  const segmentQuery = segment && (await loadContactQuery(segment));
  if (!audience || (segmentId !== null && !segmentQuery) || (topicKey !== null && !topic)) return undefined;
  const rules = { ...noEngagementWindows, ...windows, audienceId, properties: [], tags: [], excludeTags: [] };
  const campaignRule = matchCondition(rules, topic, now());
  return { audience, rule: segmentQuery ? all(campaignRule, segmentQuery.rule) : campaignRule };
}
