import type * as z from 'zod/mini';
import type { Template } from '../../../shared/db/records/templates';
import type { TemplateSchema } from './shapes';

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
