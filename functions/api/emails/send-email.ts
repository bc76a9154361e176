import { refuseTooManyRecipients } from '../../../shared/domain/send/request';
import { sendEmail } from '../../../shared/domain/send/send-email';
import { accepted } from '../../../shared/http/responses';
import { endpoint } from '../../../shared/http/endpoint';
import { presentSendOutcome } from './present';
import { readSendRequest, countRecipients } from './read-send-request';
import { emailRoutes } from './routes';

/** A slow response of SES is better than an unknown outcome, so a single send waits as long as the function can. */
const timeoutMaxMs = 22_000;

/** The time that the function needs for its other work, most of it after SES has responded. */
const reservedMs = 5_000;

export const handler = endpoint(emailRoutes.sendEmail, async (ctx, { body }) => {
  refuseTooManyRecipients(countRecipients(body.raw));
  const request = readSendRequest(body.raw, body.read());
  const timeoutMs = Math.min(timeoutMaxMs, ctx.remainingMs() - reservedMs);
  return accepted(presentSendOutcome(await sendEmail(ctx, request, { timeoutMs })));
});
