import type { Condition } from '../../db/condition';
import { now } from '../../time';
import { findAudience } from '../audiences/find';
import type { Audience } from '../audiences/record';
import { findTopic } from '../topics/find';
import type { Segment } from './record';
import { matching } from './rules';

/** What a segment asks at this moment, and of whom. */
export interface Asked {
  rule: Condition;
  audience: Audience;
}

/** Undefined where it matches nobody, whoever they are: its audience or its topic was deleted. */
export async function ruleOf(segment: Segment): Promise<Asked | undefined> {
  const { workspaceId, audienceId, topicKey } = segment;
  const [audience, topic] = await Promise.all([
    findAudience(workspaceId, audienceId),
    topicKey === null ? undefined : findTopic(workspaceId, topicKey),
  ]);
  if (!audience || (topicKey !== null && !topic)) return undefined;
  return { rule: matching(segment, topic, now()), audience };
}
