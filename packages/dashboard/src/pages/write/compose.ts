interface Letter {
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  files: readonly File[];
  inReplyTo?: string | undefined;
}

/** The bytes of a mail, all in ASCII: RFC 5322 and MIME, as much of them as a person writes by hand. */
export async function composed(letter: Letter): Promise<string> {
  const headers = [
    `From: ${encoded(letter.from)}`,
    `To: ${encoded(letter.to)}`,
    `Subject: ${encoded(letter.subject)}`,
    `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${crypto.randomUUID()}@${letter.from.split('@')[1]?.replace(/[^\w.-]/g, '') || 'example.com'}>`,
    ...(letter.inReplyTo ? [`In-Reply-To: ${letter.inReplyTo}`, `References: ${letter.inReplyTo}`] : []),
    'MIME-Version: 1.0',
  ];
  return `${headers.join('\r\n')}\r\n${await bodyOf(letter)}`;
}

async function bodyOf({ text, html, files }: Letter): Promise<string> {
  const plain = part('text/plain; charset=utf-8', utf8(text.replace(/\r?\n/g, '\r\n')));
  const said = html ? multipart('alternative', [plain, part('text/html; charset=utf-8', utf8(html))]) : plain;
  if (files.length === 0) return said;
  return multipart('mixed', [said, ...(await Promise.all(files.map(attached)))]);
}

async function attached(file: File): Promise<string> {
  const content = new Uint8Array(await file.arrayBuffer());
  const name = `Content-Disposition: attachment; filename*=UTF-8''${encodeURIComponent(file.name)}\r\n`;
  return `${name}${part(file.type || 'application/octet-stream', content)}`;
}

function multipart(kind: string, parts: readonly string[]): string {
  const boundary = crypto.randomUUID();
  const all = parts.map((one) => `--${boundary}\r\n${one}\r\n`).join('');
  return `Content-Type: multipart/${kind}; boundary="${boundary}"\r\n\r\n${all}--${boundary}--\r\n`;
}

const part = (type: string, content: Uint8Array): string =>
  `Content-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\n\r\n${inLines(base64(content))}\r\n`;

const inLines = (text: string): string => (text.match(/.{1,76}/g) ?? []).join('\r\n');

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

function base64(content: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < content.length; at += 0x8000)
    binary += String.fromCharCode(...content.subarray(at, at + 0x8000));
  return btoa(binary);
}

/** RFC 2047, a word at a time; a line break would begin another header. */
const encoded = (text: string): string =>
  text
    .replace(/[\r\n]+/g, ' ')
    .replace(/[^\s<>"@,]*[^\x20-\x7e][^\s<>"@,]*/g, (word) => `=?utf-8?B?${base64(utf8(word))}?=`);
