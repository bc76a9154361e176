import {
  DeletedTemplateSchema,
  RenderedTemplateSchema,
  TemplateSchema,
} from '../../../shared/domain/templates/present';
import {
  DuplicateTemplateSchema,
  SaveTemplateSchema,
} from '../../../shared/domain/templates/template-request';
import { RenderRequestSchema } from '../../../shared/domain/templates/variables';
import type { Route } from '../../../shared/http/route';
import { listOf } from '../../../shared/http/schemas';

export const templateRoutes = {
  listTemplates: {
    method: 'GET',
    path: '/v1/templates',
    summary: 'List templates by name, with the variables that each needs',
    scope: 'templates:read',
    needs: ['table:Query'],
    answers: { 200: listOf(TemplateSchema) },
  },
  saveTemplate: {
    method: 'POST',
    path: '/v1/templates',
    summary: 'Create the template with this slug, or update it',
    scope: 'templates:write',
    body: SaveTemplateSchema,
    needs: [],
    answers: { 200: TemplateSchema, 201: TemplateSchema },
  },
  getTemplate: {
    method: 'GET',
    path: '/v1/templates/{slug}',
    summary: 'Get a template',
    scope: 'templates:read',
    needs: [],
    answers: { 200: TemplateSchema },
  },
  deleteTemplate: {
    method: 'DELETE',
    path: '/v1/templates/{slug}',
    summary: 'Delete a template',
    scope: 'templates:write',
    needs: ['table:DeleteItem'],
    answers: { 200: DeletedTemplateSchema },
  },
  renderTemplate: {
    method: 'POST',
    path: '/v1/templates/{slug}/render',
    summary: 'Render a template with these values, without sending it',
    scope: 'templates:read',
    body: RenderRequestSchema,
    needs: [],
    answers: { 200: RenderedTemplateSchema },
  },
  duplicateTemplate: {
    method: 'POST',
    path: '/v1/templates/{slug}/duplicate',
    summary: 'Copy a template to a new slug',
    scope: 'templates:write',
    body: DuplicateTemplateSchema,
    needs: [],
    answers: { 201: TemplateSchema },
  },
} satisfies Record<string, Route>;
