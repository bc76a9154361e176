import { refuseTooManyRecipients } from '../../../shared/domain/send/request';
import { sendEmail } from '../../../shared/domain/send/send-email';
import { accepted } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentSendOutcome } from './present';
import { readSendRequest, countRecipients } from './read-send-request';
import { emailRoutes } from './routes';
import { submitTimeoutMs } from './submit-timeout';

export const handler = endpoint(emailRoutes.sendEmail, async (ctx, { body }) => {
  refuseTooManyRecipients(countRecipients(body.raw));
  const request = readSendRequest(body.raw, body.read());
  return accepted(presentSendOutcome(await sendEmail(ctx, request, { timeoutMs: submitTimeoutMs(ctx) })));
});
