import { all } from '../../../db/condition';
import { now } from '../../../core/time';
import { findAudience } from '../../audience/audiences/find';
import { findSegment } from '../../audience/segments/find';
import { ruleOf, type Asked } from '../../audience/segments/rule-of';
import { matching } from '../../audience/segments/rules';
import type { Windows } from '../../../db/records/segments';
import { findTopic } from '../../audience/topics/find';
import type { Campaign } from '../../../db/records/campaigns';

export const noWindows: Windows = {
  openedWithinDays: null,
  clickedWithinDays: null,
  excludeUnengagedDays: null,
  engagedWithinDays: null,
};

/**
 * Whom the campaign is for at this moment: who is on its audience, has not unsubscribed, is in its segment, keeps its
 * windows and gets mail of its topic. Undefined where that is nobody, whoever they are.
 */
export async function askedBy({
  workspaceId,
  audienceId,
  segmentId,
  windows,
  topicKey,
}: Campaign): Promise<Asked | undefined> {
  const [audience, segment, topic] = await Promise.all([
    findAudience(workspaceId, audienceId),
    segmentId === null ? undefined : findSegment(workspaceId, segmentId),
    topicKey === null ? undefined : findTopic(workspaceId, topicKey),
  ]);
  const saved = segment && (await ruleOf(segment));
  if (!audience || (segmentId !== null && !saved) || (topicKey !== null && !topic)) return undefined;
  const rules = { ...noWindows, ...windows, audienceId, properties: [], tags: [], excludeTags: [] };
  const own = matching(rules, topic, now());
  return { audience, rule: saved ? all(own, saved.rule) : own };
}
