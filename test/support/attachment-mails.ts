import { onlyReceivedMessage } from './inbound-mails';
import { deliverInboundMail } from './inbound-mail';
import type { TestWorkspace } from './test-workspace';

const boundary = 'frontier';

/** A MIME part: its header lines and its encoded body. */
export interface MailPart {
  headers: readonly string[];
  body: string;
}

/** Builds a multipart message. Bodies are encoded as Latin-1, which can represent every byte. */
export function multipartMail(parts: readonly MailPart[], type = 'mixed'): Buffer {
  const lines = [
    'From: Kim <kim@example.com>',
    'Subject: Files',
    'MIME-Version: 1.0',
    `Content-Type: multipart/${type}; boundary=${boundary}`,
    '',
    ...parts.flatMap(({ headers, body }) => [`--${boundary}`, ...headers, '', body]),
    `--${boundary}--`,
    '',
  ];
  return Buffer.from(lines.join('\r\n'), 'latin1');
}

export const textPart: MailPart = { headers: ['Content-Type: text/plain'], body: 'See the files.' };

/** Builds an attachment from these bytes. The extra header lines can set the name, type and disposition. */
export const attachmentPart = (content: Buffer | string, ...headers: string[]): MailPart => ({
  headers: ['Content-Disposition: attachment', ...headers, 'Content-Transfer-Encoding: base64'],
  body: Buffer.from(content).toString('base64').replace(/.{76}/g, '$&\r\n'),
});

/** Delivers the first message that a workspace receives, and returns the id of the stored message. */
export async function receiveMail(workspace: TestWorkspace, raw: Buffer): Promise<string> {
  await deliverInboundMail(workspace.service, { recipients: workspace.from }, raw);
  await workspace.service.settle();
  return (await onlyReceivedMessage(workspace)).id;
}

interface Download {
  status: number;
  headers: Headers;
  bytes: Buffer;
}

/** Downloads the attachment at this index. The index is put into the path unchanged. */
export async function downloadAttachment(
  { service, key }: Pick<TestWorkspace, 'service' | 'key'>,
  messageId: string,
  index: number | string = 0,
): Promise<Download> {
  const response = await fetch(`${service.metadata.api}/v1/inbound/${messageId}/attachments/${index}`, {
    headers: { Authorization: `Bearer ${key}` },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes };
}

/** Returns the error of a refused download. */
export function downloadError({ status, bytes }: Download): {
  status: number;
  type: string;
  message: string;
} {
  const { type, message } = JSON.parse(bytes.toString()).error;
  return { status, type, message };
}
