import type * as z from 'zod/mini';
import { answerBytes, answerBytesMax } from '../../../shared/answer-size';
import type { EmailContent } from '../../../shared/domain/emails/content';
import type { Email } from '../../../shared/domain/emails/record';
import type { EmailContentSchema } from './shapes';

type Shown = z.infer<typeof EmailContentSchema>;

/** As much of it as an answer can carry. The text says what the HTML says, so that goes first. */
export function presentEmailContent({ id, threadId }: Email, content: EmailContent | undefined): Shown {
  const bare: Shown = { id, thread_id: threadId, text: null, html: null };
  const whole = { ...bare, text: content?.text ?? null, html: content?.html ?? null };
  const forms = [whole, { ...whole, html: null }];
  return forms.find((form) => answerBytes(form) <= answerBytesMax) ?? bare;
}
