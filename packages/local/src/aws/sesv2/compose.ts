import MailComposer from 'nodemailer/lib/mail-composer';
import type { SendEmailInput, SimpleContent } from './inputs';

/** Builds the MIME message for Simple content. */
export function composeSimple(mail: SendEmailInput, content: SimpleContent): Promise<Buffer> {
  const { ToAddresses, CcAddresses } = mail.Destination ?? {};
  const composer = new MailComposer({
    from: mail.FromEmailAddress ?? '',
    to: ToAddresses ?? [],
    cc: CcAddresses ?? [],
    replyTo: mail.ReplyToAddresses ?? [],
    subject: content.Subject.Data,
    text: content.Body.Text?.Data,
    html: content.Body.Html?.Data,
    headers: (content.Headers ?? []).map(({ Name, Value }) => ({ key: Name, value: Value })),
    attachments: (content.Attachments ?? []).map((attachment) => ({
      filename: attachment.FileName,
      content: Buffer.from(attachment.RawContent, 'base64'),
      contentType: attachment.ContentType,
      contentDisposition: attachment.ContentDisposition === 'INLINE' ? 'inline' : 'attachment',
      cid: attachment.ContentId,
    })),
  });
  return composer.compile().build();
}
