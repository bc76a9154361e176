import { refuseTooManyRecipients } from '../../../shared/domain/send/request';
import { sendEmail } from '../../../shared/domain/send/send';
import { accepted } from '../../../shared/http/answers';
import { endpoint } from '../../../shared/http/endpoint';
import { presentSendOutcome } from './present';
import { readSendRequest, recipientsIn } from './read-send-request';
import { emailRoutes } from './routes';

export const handler = endpoint(emailRoutes.sendEmail, async (ctx, { body }) => {
  refuseTooManyRecipients(recipientsIn(body.given));
  const request = readSendRequest(body.given, body.read());
  return accepted(presentSendOutcome(await sendEmail(ctx, request)));
});
