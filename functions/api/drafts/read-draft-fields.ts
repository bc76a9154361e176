import type { DraftRequest } from '../../../shared/domain/send/drafts/content';
import { refuseTooManyRecipients } from '../../../shared/domain/send/request';
import type { DeferredBody } from '../../../shared/http/input';
import { countRecipients } from '../emails/read-send-request';

/** Returns the fields as the client sent them, or throws 422 if a field is unknown or invalid. */
export function readDraftFields({ raw, read }: DeferredBody<unknown>): DraftRequest {
  refuseTooManyRecipients(countRecipients(raw));
  read();
  // Only an object is valid.
  return raw as DraftRequest;
}
