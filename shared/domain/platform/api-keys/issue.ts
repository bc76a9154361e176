import type { Guardrails } from '../../../core/request-context';
import { ifAbsent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import type { Item } from '../../../db/table';
import { putWrite, type TransactionWrite } from '../../../db/transaction';
import { toIso, newId, timeOfId } from '../../../core/time';
import type { ApiKey, CredentialRecord, NewApiKey } from '../../../db/records/api-keys';
import { sha256Hex } from './sha256';
import { generateApiKey } from './secret';

/** A new key with its secret, which is shown only once. */
export interface IssuedKey {
  apiKey: ApiKey;
  secret: string;
}

/** The properties of a key's creator that limit what the key may do. */
export type KeyOrigin = Pick<ApiKey, 'isOfToken' | 'ancestorKeyIds'>;

/** The origin of keys that the operator creates. */
export const operatorOrigin: KeyOrigin = { isOfToken: false, ancestorKeyIds: [] };

export function newApiKey(workspaceId: string, input: NewApiKey, origin = operatorOrigin): IssuedKey {
  const id = newId();
  const secret = generateApiKey();
  const apiKey: ApiKey = {
    ...input,
    id,
    workspaceId,
    hash: sha256Hex(secret),
    last4: secret.slice(-4),
    createdAt: toIso(timeOfId(id)),
    lastUsedAt: null,
    revokedAt: null,
    ...origin,
    revision: 1,
  };
  return { apiKey, secret };
}

/** Returns the writes that create a key: its record, and the credential that authentication reads. */
export function newKeyWrites(apiKey: ApiKey, requestsPerMinute: number): TransactionWrite[] {
  const record: Item<ApiKey> = { ...keys.apiKey(apiKey.workspaceId, apiKey.id), ...apiKey };
  const credential: Item<CredentialRecord> = {
    ...keys.credential(apiKey.hash),
    kind: 'key',
    id: apiKey.id,
    workspaceId: apiKey.workspaceId,
    scopes: apiKey.scopes,
    guardrails: pickGuardrails(apiKey),
    isOfToken: apiKey.isOfToken,
    ancestorKeyIds: apiKey.ancestorKeyIds,
    requestsPerMinute,
    revokedAt: apiKey.revokedAt,
  };
  return [putWrite(record, ifAbsent), putWrite(credential, ifAbsent)];
}

export const pickGuardrails = ({
  dailySendLimit,
  allowedRecipients,
  requiresApproval,
  templatesUnguarded,
  inboxId,
}: ApiKey): Guardrails => ({
  dailySendLimit,
  allowedRecipients,
  requiresApproval,
  ...(templatesUnguarded !== undefined && { templatesUnguarded }),
  ...(inboxId !== undefined && { inboxId }),
});
