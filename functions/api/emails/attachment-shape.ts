import * as z from '../../../shared/schema/schema';
import { isOneLine } from '../../../shared/text/subject';

const decodedBytesMax = 10 * 1_048_576;

const filename = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(255),
    z.refine(isOneLine, 'must not contain a line break or control character'),
  );

const token = "[A-Za-z0-9!#$&^_.+*'`|~%-]+";
const mediaType = new RegExp(`^${token}/${token}(\\s*;\\s*${token}=(${token}|"[^"\\\\\\p{Cc}]*"))*$`, 'u');

const contentType = z.pipe(
  z.string(),
  z.transform((text, context): string => {
    const trimmed = text.trim();
    if (trimmed.length <= 255 && mediaType.test(trimmed)) return trimmed;
    context.issues.push({
      code: 'custom',
      message: 'must be type/subtype, up to 255 characters',
      input: text,
    });
    return z.NEVER;
  }),
);

const contentId = z.string().check(
  z.minLength(1),
  z.maxLength(255),
  z.refine((id) => !/[\p{Cc}\s<>]/u.test(id), 'must not contain spaces, "<", ">" or control characters'),
);

const content = z.pipe(
  z.string(),
  z.transform((text, context): Buffer => {
    const bytes = decodeBase64(text);
    if (bytes && bytes.length <= decodedBytesMax) return bytes;
    const message = bytes ? 'must be at most 10 MB once decoded' : 'must be base64';
    context.issues.push({ code: 'custom', message, input: '' });
    return z.NEVER;
  }),
);

/** See E-25 to E-28. */
export const AttachmentSchema = z.strictObject({
  filename,
  content,
  content_type: z._default(contentType, 'application/octet-stream'),
  content_id: z.optional(contentId),
});

/**
 * Returns undefined if the text contains characters that are not base64. Node would skip these characters and return a
 * broken file.
 */
function decodeBase64(text: string): Buffer | undefined {
  const joined = text.replace(/[\r\n]/g, '');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(joined) || joined.replace(/=+$/, '').length % 4 === 1) return undefined;
  return Buffer.from(joined, 'base64');
}
