import { keys, type Key } from '../../../db/keys';
import type { Suppression } from '../../../db/records/suppressions';
import type { RiskClass } from '../../../db/records/domains';

/** The suppression scopes that block email of this class, broader scope first. */
const blockingScopes = (riskClass: RiskClass) => ['all', riskClass] as const;

/** The keys of suppressions that block email of this class to the address. */
export const blockingSuppressionKeys = (
  workspaceId: string,
  address: string,
  riskClass: RiskClass,
): Key<Suppression>[] =>
  blockingScopes(riskClass).map((scope) => keys.suppression(workspaceId, address, scope));
