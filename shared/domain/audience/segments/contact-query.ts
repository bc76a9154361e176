import type { Condition } from '../../../db/condition';
import { now } from '../../../core/time';
import { findAudience } from '../audiences/find';
import type { Contact } from '../../../db/records/contacts';
import type { Audience } from '../../../db/records/audiences';
import { findTopic } from '../topics/find';
import type { Segment } from '../../../db/records/segments';
import { matchCondition, type MatchRules } from './match-condition';

/** The condition of a segment's rules at this time, and the audience to which the condition applies. */
export interface ContactQuery {
  rule: Condition<Contact>;
  audience: Audience;
}

/** Returns undefined if the rules cannot match any contact, because the audience or topic does not exist. */
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
