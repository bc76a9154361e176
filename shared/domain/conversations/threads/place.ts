import { newId } from '../../../time';
import type { RiskClass } from '../../domains/record';

/** Where an email stands among the conversations. */
export interface Place {
  threadId: string | null;
  /** The thread exists already. */
  joins?: boolean;
}

/** core.md, "Threading of transactional sends": the parent's thread, the one that is named, or a new one. */
export function placeOnThread(
  riskClass: RiskClass,
  parent: { threadId: string | null } | undefined,
  threadId: string | undefined,
): Place {
  if (riskClass === 'marketing') return { threadId: null, joins: false };
  const existing = parent?.threadId ?? threadId;
  return existing ? { threadId: existing, joins: true } : { threadId: newId(), joins: false };
}
