import { sendDraft } from '../../../shared/domain/send/drafts/send';
import { refuseTooManyRecipients } from '../../../shared/domain/send/request';
import { accepted } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { validate } from '../../../shared/schema/validate';
import { presentSendOutcome } from '../emails/present';
import { countRecipients, readSendRequest } from '../emails/read-send-request';
import { SendRequestSchema } from '../emails/shapes';
import { submitTimeoutMs } from '../emails/submit-timeout';
import { draftRoutes } from './routes';

export const handler = endpoint(draftRoutes.sendDraft, async (ctx, { params }) => {
  const outcome = await sendDraft(ctx, params.id, {
    toSendRequest: (fields) => {
      refuseTooManyRecipients(countRecipients(fields));
      return readSendRequest(fields, validate(SendRequestSchema, fields));
    },
    timeoutMs: () => submitTimeoutMs(ctx),
  });
  return accepted(presentSendOutcome(outcome));
});
