export interface Header {
  name: string;
  /** The raw value, unfolded. */
  value: string;
}

interface RawMail {
  /** The header fields with their line breaks, including folded lines. */
  fields: string[];
  /** The rest of the message, starting with the empty line. */
  body: Buffer;
}

/** The header fields of a raw message, in order. */
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

/**
 * Removes all headers with the names in `removed`, and adds the headers in `added` at the top. The rest of the message
 * is unchanged.
 */
export function replaceHeaders(raw: Buffer, removed: string[], added: Header[]): Buffer {
  const { fields, body } = splitMail(raw);
  const keptFields = fields.filter((field) => !removed.includes(nameOf(field)));
  const top = added.map(({ name, value }) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(top.join('')), Buffer.from(keptFields.join(''), 'latin1'), body]);
}

/** Decodes headers as Latin-1, which preserves every byte in any encoding. */
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
