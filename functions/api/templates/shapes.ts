import * as z from '../../../shared/schema/schema';
import { isSlug } from '../../../shared/text/slug';
import { listOf, timestamp } from '../../../shared/http/shapes';
import { requiredNames } from '../../../shared/text/placeholders';
import { isOneLine, subjectLengthMax } from '../../../shared/text/subject';
import { validHtmlPlaceholders, validPlaceholders } from './placeholders-shape';
import { VariablesSchema } from './variables-shape';

const text = z.string();

/** See TP-1. */
export const TemplateSchema = z.object({
  id: z.uuid(),
  slug: text,
  name: text,
  subject: text,
  html: text,
  text: z.nullable(text),
  variables: z.array(text),
  created_at: timestamp,
  updated_at: z.nullable(timestamp),
});

/** Braces that are mailed, in content that an earlier version of the service saved. */
export const ContentWarningSchema = z.object({ path: z.array(text), message: text });

export const TemplateListSchema = listOf(TemplateSchema);

export const RenderedTemplateSchema = z.object({
  subject: text,
  html: text,
  text: z.nullable(text),
  warnings: z.optional(z.array(ContentWarningSchema)),
});

export const DeletedTemplateSchema = z.object({ slug: text, deleted: z.literal(true) });

export const RenderTemplateRequestSchema = z.object({ variables: z.optional(VariablesSchema) });

/**
 * A DynamoDB item can have up to 400 KB. The largest item is the response that is stored for an Idempotency-Key. This
 * response contains the template as JSON and, in addition, the names of the placeholders.
 */
const htmlBytesMax = 250_000;
const textBytesMax = 100_000;
const namesLengthMax = 8_000;

const slug = z
  .string()
  .check(z.refine(isSlug, 'must have 1 to 100 characters, each of a-z, 0-9 or a hyphen'));

const name = z.string().check(z.minLength(1), z.maxLength(200));

const subject = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(subjectLengthMax),
    z.refine(isOneLine, 'must not contain a line break or control character'),
    validPlaceholders,
  );

const templateBody = (bytesMax: number, placeholders: typeof validPlaceholders) =>
  z.string().check(
    z.minLength(1),
    z.refine((text) => jsonBytes(text) <= bytesMax, `must have at most ${bytesMax} bytes as JSON`),
    z.refine(
      (text) => requiredNames([text, 'expressions']).join('').length <= namesLengthMax,
      `must not have placeholders whose names exceed ${namesLengthMax} characters together`,
    ),
    placeholders,
  );

/** Returns the size of the text as a JSON string, without the quotation marks. */
const jsonBytes = (text: string): number => Buffer.byteLength(JSON.stringify(text)) - 2;

/** See TP-6 to TP-8. Unknown fields are ignored. */
export const SaveTemplateRequestSchema = z.object({
  slug,
  name,
  subject,
  html: templateBody(htmlBytesMax, validHtmlPlaceholders),
  text: z.optional(z.nullable(templateBody(textBytesMax, validPlaceholders))),
});

export const DuplicateTemplateRequestSchema = z.object({ slug, name: z.optional(name) });
