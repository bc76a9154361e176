import { refuseTooManyRecipients } from '../../../shared/domain/send/request';
import { sendEmail } from '../../../shared/domain/send/send-email';
import { accepted } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentSendOutcome } from './present';
import { readSendRequest, countRecipients } from './read-send-request';
import { emailRoutes } from './routes';

/** Leaves the function seven seconds for its other work. A slow response is better than an unknown outcome. */
const timeoutMs = 22_000;

export const handler = endpoint(emailRoutes.sendEmail, async (ctx, { body }) => {
  refuseTooManyRecipients(countRecipients(body.raw));
  const request = readSendRequest(body.raw, body.read());
  return accepted(presentSendOutcome(await sendEmail(ctx, request, { timeoutMs })));
});
