import { bytesInResponse, responseBytesMax } from '../../../core/response-size';
import { invalidRequest } from '../../../core/errors';
import { dayMs, epochSeconds, minuteMs, newId, now } from '../../../core/time';
import type { ContentRecord, StoredContent } from '../../../db/records/content';
import type { SavedDraft } from '../../../db/records/drafts';
import type { TransactionWrite } from '../../../db/transaction';
import {
  compressContent,
  contentObjectKey,
  fitsRecord,
  readContentIfPresent,
} from '../../platform/content-store';
import { objectKeysOf, planDeletionWrite } from '../../platform/stored-content/plan-deletion';
import { uploadContent } from '../../platform/stored-content/upload';

/** The fields of a send request as the client sent them. Each field that is present is valid. */
export type DraftRequest = Readonly<Record<string, unknown>>;

/** A draft is kept for 90 days after its last change. */
const keptMs = 90 * dayMs;

/** Longer than a request that reads the draft just before it expires. */
const deletionDelayMs = minuteMs;

interface PreparedRequest {
  /** The attributes of the record that change with the request. */
  attributes: Pick<SavedDraft, 'revision' | 'expiresAt'> & ContentRecord & { storedContent?: StoredContent };
  /** The writes of the transaction that stores the attributes. */
  writes: TransactionWrite[];
}

/**
 * Prepares a request for the record of a draft. The deletion of the object of a large request is planned for the time
 * when the draft expires, because no function runs when DynamoDB deletes the record.
 */
export async function prepareRequest(
  workspaceId: string,
  request: DraftRequest,
  replaced?: StoredContent,
): Promise<PreparedRequest> {
  refuseTooLargeForResponse(request);
  const revision = newId();
  const expiresAtMs = now() + keptMs;
  const expiry = { revision, expiresAt: epochSeconds(expiresAtMs) };
  const gzipped = compressContent(request);
  if (fitsRecord(gzipped)) return { attributes: { ...expiry, inline: gzipped }, writes: [] };
  const key = contentObjectKey('drafts', workspaceId, revision);
  const content = { key, gzipped, bytes: Buffer.byteLength(JSON.stringify(request)) };
  const { storedContent } = await uploadContent(workspaceId, revision, { content }, replaced?.bytes);
  return {
    attributes: { ...expiry, objectKey: key, storedContent },
    writes: [planDeletionWrite(workspaceId, storedContent, [key], expiresAtMs + deletionDelayMs)],
  };
}

/** Plans the deletion of the object, for the transaction that deletes the draft or replaces its request. */
export const endContentWrites = ({
  workspaceId,
  storedContent,
}: Pick<SavedDraft, 'workspaceId' | 'storedContent'>): TransactionWrite[] =>
  storedContent ? [planDeletionWrite(workspaceId, storedContent, objectKeysOf(storedContent))] : [];

/** Returns undefined if another request has replaced or deleted the request since the draft was read. */
export const readRequest = (draft: SavedDraft): Promise<DraftRequest | undefined> =>
  readContentIfPresent<DraftRequest>(draft);

/** The room in a response for the other fields of a draft. */
const otherFieldsBytes = 1_000;

function refuseTooLargeForResponse(request: DraftRequest): void {
  const bytes = bytesInResponse(request);
  const max = responseBytesMax - otherFieldsBytes;
  if (bytes > max)
    throw invalidRequest(
      `The draft has ${bytes} bytes as JSON, more than ${max}. Make it smaller, or send it with POST /v1/emails`,
    );
}
