import { keys, type Key } from '../../../db/keys';
import type { Suppression } from '../../../db/records/suppressions';
import type { RiskClass } from '../../../db/records/domains';

/** The scopes of suppressions that refuse mail of this class, the broader first. */
const blockingScopes = (riskClass: RiskClass) => ['all', riskClass] as const;

/** What refuses the address mail of this class. */
export const blockingSuppressionKeys = (
  workspaceId: string,
  address: string,
  riskClass: RiskClass,
): Key<Suppression>[] =>
  blockingScopes(riskClass).map((scope) => keys.suppression(workspaceId, address, scope));
