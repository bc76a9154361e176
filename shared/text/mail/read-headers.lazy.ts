import { readableText } from './encoded-words';
import { readHeaderBlock } from './header-block';

/** Fields that mail clients do not show, or whose values are known only once the draft is sent. */
const technicalFields = new Set([
  'content-transfer-encoding',
  'content-type',
  'date',
  'message-id',
  'mime-version',
]);

/** The fields that an approver reads first. */
const firstFields = ['from', 'to', 'cc', 'reply-to', 'subject'];

/** Returns the decoded header fields of a message as mail clients show them. */
export function readHeaders(raw: Buffer): { name: string; value: string }[] {
  const fields = readHeaderBlock(raw, 0).fields.filter(({ name }) => !technicalFields.has(name));
  const ordered = [
    ...firstFields.flatMap((name) => fields.filter((field) => field.name === name)),
    ...fields.filter(({ name }) => !firstFields.includes(name)),
  ];
  return ordered.map(({ name, bytes }) => ({ name: headerName(name), value: readableText(bytes) }));
}

/** Returns the usual spelling of a header name: `In-Reply-To` for `in-reply-to`. */
const headerName = (name: string): string => name.replace(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase());
