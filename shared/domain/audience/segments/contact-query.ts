import type { Condition } from '../../../db/condition';
import { now } from '../../../core/time';
import { findAudience } from '../audiences/find';
import type { Contact } from '../../../db/records/contacts';
import type { Audience } from '../../../db/records/audiences';
import { findTopic } from '../topics/find';
import type { Segment } from '../../../db/records/segments';
import { matchCondition, type MatchRules } from './match-condition';

/** What the rules of a segment ask at this moment, and of whom. */
export interface ContactQuery {
  rule: Condition<Contact>;
  audience: Audience;
}

/** Undefined where they match nobody, whoever they are: there is no such audience, or topic. */
export async function loadContactQuery(
  rules: MatchRules & Pick<Segment, 'workspaceId' | 'topicKey'>,
): Promise<ContactQuery | undefined> {
  const { workspaceId, audienceId, topicKey } = rules;
  const [audience, topic] = await Promise.all([
    findAudience(workspaceId, audienceId),
    topicKey === null ? undefined : findTopic(workspaceId, topicKey),
  ]);
  if (!audience || (topicKey !== null && !topic)) return undefined;
  return { rule: matchCondition(rules, topic, now()), audience };
}
