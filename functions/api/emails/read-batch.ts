import type { BatchEntry } from '../../../shared/domain/send/send-batch';
import { refuseTooManyRecipients } from '../../../shared/domain/send/request';
import { ApiError, invalidRequest } from '../../../shared/core/errors';
import { validate } from '../../../shared/schema/validate';
import { readSendRequest, countRecipients } from './read-send-request';
import { BatchEntriesSchema, SendRequestSchema } from './shapes';

/** The maximum number of `details` in a response. */
const detailsMax = 100;

/**
 * Reads the entries of a batch. If an entry is not a valid send request, throws 422 for the whole batch, with the index
 * of the entry in each problem. An entry with too many recipients is not validated and fails separately (B-3).
 */
export function readBatch(rawEntries: unknown): BatchEntry[] {
  const entries = validate(BatchEntriesSchema, rawEntries).map(readEntry);
  const details = entries.flatMap((entry, index) =>
    entry instanceof ApiError
      ? (entry.details ?? []).map((detail) => ({ ...detail, path: [index, ...detail.path] }))
      : [],
  );
  if (details.length > 0) throw invalidRequest('Validation failed', details.slice(0, detailsMax));
  return entries;
}

function readEntry(entry: unknown): BatchEntry {
  try {
    refuseTooManyRecipients(countRecipients(entry));
    return readSendRequest(entry, validate(SendRequestSchema, entry));
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
