import { keys, type Key } from '../../../db/keys';
import type { RiskClass } from '../../../db/records/domains';

/** The scopes of suppressions that refuse mail of this class, the broader first. */
const refusingScopes = (riskClass: RiskClass) => ['all', riskClass] as const;

/** What refuses the address mail of this class. */
export const refusingKeys = (workspaceId: string, address: string, riskClass: RiskClass): Key[] =>
  refusingScopes(riskClass).map((scope) => keys.suppression(workspaceId, address, scope));
