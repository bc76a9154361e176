export interface Header {
  name: string;
  /** Unfolded, otherwise as it stands in the mail. */
  value: string;
}

interface RawMail {
  /** Each with its line breaks, folded lines included. */
  fields: string[];
  /** From the empty line on. */
  body: Buffer;
}

/** The header fields of a raw mail, in order. */
export function readHeaders(raw: Buffer): Header[] {
  return splitMail(raw).fields.flatMap((field) => {
    const colon = field.indexOf(':');
    if (colon < 1) return [];
    const value = field.slice(colon + 1).replace(/\r?\n(?=[ \t])/g, '');
    return [{ name: field.slice(0, colon).trim(), value: utf8(value).trim() }];
  });
}

export function findHeader(headers: Header[], name: string): string | undefined {
  return headers.find((header) => header.name.toLowerCase() === name.toLowerCase())?.value;
}

/** The mail without every header of these names, and with others on top. Everything else stays byte for byte. */
export function replaceHeaders(raw: Buffer, removed: string[], added: Header[]): Buffer {
  const { fields, body } = splitMail(raw);
  const keptFields = fields.filter((field) => !removed.includes(nameOf(field)));
  const top = added.map(({ name, value }) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(top.join('')), Buffer.from(keptFields.join(''), 'latin1'), body]);
}

/** Latin-1 keeps every byte, whatever the mail's encoding is. */
function splitMail(raw: Buffer): RawMail {
  const end = headersEnd(raw);
  const head = raw.toString('latin1', 0, end);
  const fields = head.split(/(?<=\n)(?![ \t])/).filter(Boolean);
  return { fields, body: raw.subarray(end) };
}

function utf8(latin1: string): string {
  return Buffer.from(latin1, 'latin1').toString('utf8');
}

function headersEnd(raw: Buffer): number {
  for (let end = 0; end < raw.length;) {
    const isEmptyLine = raw[end] === 0x0a || (raw[end] === 0x0d && raw[end + 1] === 0x0a);
    if (isEmptyLine) return end;
    const lineEnd = raw.indexOf(0x0a, end);
    if (lineEnd < 0) return raw.length;
    end = lineEnd + 1;
  }
  return raw.length;
}

function nameOf(field: string): string {
  return field
    .slice(0, Math.max(0, field.indexOf(':')))
    .trim()
    .toLowerCase();
}
