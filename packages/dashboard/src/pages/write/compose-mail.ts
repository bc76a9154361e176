interface MailDraft {
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  files: readonly File[];
  inReplyTo?: string | undefined;
}

/** Composes a message in ASCII, with the parts of RFC 5322 and MIME that this form needs. */
export async function composeMail(mail: MailDraft): Promise<string> {
  const headers = [
    `From: ${encodeHeader(mail.from)}`,
    `To: ${encodeHeader(mail.to)}`,
    `Subject: ${encodeHeader(mail.subject)}`,
    `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${crypto.randomUUID()}@${mail.from.split('@')[1]?.replace(/[^\w.-]/g, '') || 'example.com'}>`,
    ...(mail.inReplyTo ? [`In-Reply-To: ${mail.inReplyTo}`, `References: ${mail.inReplyTo}`] : []),
    'MIME-Version: 1.0',
  ];
  return `${headers.join('\r\n')}\r\n${await buildBody(mail)}`;
}

async function buildBody({ text, html, files }: MailDraft): Promise<string> {
  const plain = mimePart('text/plain; charset=utf-8', encodeUtf8(text.replace(/\r?\n/g, '\r\n')));
  const body = html
    ? multipart('alternative', [plain, mimePart('text/html; charset=utf-8', encodeUtf8(html))])
    : plain;
  if (files.length === 0) return body;
  return multipart('mixed', [body, ...(await Promise.all(files.map(attachmentPart)))]);
}

async function attachmentPart(file: File): Promise<string> {
  const content = new Uint8Array(await file.arrayBuffer());
  const name = `Content-Disposition: attachment; filename*=UTF-8''${encodeURIComponent(file.name)}\r\n`;
  return `${name}${mimePart(file.type || 'application/octet-stream', content)}`;
}

function multipart(kind: string, parts: readonly string[]): string {
  const boundary = crypto.randomUUID();
  const joinedParts = parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('');
  return `Content-Type: multipart/${kind}; boundary="${boundary}"\r\n\r\n${joinedParts}--${boundary}--\r\n`;
}

const mimePart = (type: string, content: Uint8Array): string =>
  `Content-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\n\r\n${wrapLines(encodeBase64(content))}\r\n`;

const wrapLines = (text: string): string => (text.match(/.{1,76}/g) ?? []).join('\r\n');

const encodeUtf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

function encodeBase64(content: Uint8Array): string {
  let binary = '';
  for (let start = 0; start < content.length; start += 0x8000)
    binary += String.fromCharCode(...content.subarray(start, start + 0x8000));
  return btoa(binary);
}

/** Encodes words according to RFC 2047, and removes line breaks, which would start another header. */
const encodeHeader = (text: string): string =>
  text
    .replace(/[\r\n]+/g, ' ')
    .replace(
      /[^\s<>"@,]*[^\x20-\x7e][^\s<>"@,]*/g,
      (word) => `=?utf-8?B?${encodeBase64(encodeUtf8(word))}?=`,
    );
