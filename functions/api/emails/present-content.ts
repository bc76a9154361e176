import type * as z from 'zod/mini';
import { answerBytes, answerBytesMax } from '../../../shared/core/answer-size';
import type { EmailContent } from '../../../shared/domain/send/emails/content';
import type { Email } from '../../../shared/db/records/emails';
import type { EmailContentSchema } from './shapes';

type Shown = z.infer<typeof EmailContentSchema>;

/** As much of it as an answer can carry. The text says what the HTML says, so that goes first. */
export function presentEmailContent({ id, threadId }: Email, content: EmailContent | undefined): Shown {
  const bare: Shown = { id, thread_id: threadId, text: null, html: null };
  const whole = { ...bare, text: content?.text ?? null, html: content?.html ?? null };
  const forms = [whole, { ...whole, html: null }];
  return forms.find((form) => answerBytes(form) <= answerBytesMax) ?? bare;
}
