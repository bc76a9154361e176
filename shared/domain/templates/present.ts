import * as z from 'zod/mini';
import type { Template } from './record';

const text = z.string();
const time = z.iso.datetime();

/** contract.md 2.6 */
export const TemplateSchema = z.object({
  id: z.uuid(),
  slug: text,
  name: text,
  subject: text,
  html: text,
  text: z.nullable(text),
  variables: z.array(text),
  created_at: time,
  updated_at: z.nullable(time),
});

export const RenderedTemplateSchema = z.object({ subject: text, html: text, text: z.nullable(text) });

export const DeletedTemplateSchema = z.object({ slug: text, deleted: z.literal(true) });

export const presentTemplate = (template: Template): z.infer<typeof TemplateSchema> => ({
  id: template.id,
  slug: template.slug,
  name: template.name,
  subject: template.subject,
  html: template.html,
  text: template.text,
  variables: [...template.variables],
  created_at: template.createdAt,
  updated_at: template.updatedAt,
});
