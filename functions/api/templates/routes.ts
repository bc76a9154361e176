import type { Route } from '../../../shared/http/route';
import {
  DeletedTemplateSchema,
  DuplicateTemplateRequestSchema,
  RenderedTemplateSchema,
  RenderTemplateRequestSchema,
  SaveTemplateRequestSchema,
  TemplateListSchema,
  TemplateSchema,
} from './shapes';

export const templateRoutes = {
  listTemplates: {
    method: 'GET',
    path: '/v1/templates',
    summary: 'List templates by name, with the variables that each needs',
    scope: 'templates:read',
    needs: ['table:Query'],
    answers: { 200: TemplateListSchema },
  },
  saveTemplate: {
    method: 'POST',
    path: '/v1/templates',
    summary: 'Create the template with this slug, or update it',
    scope: 'templates:write',
    body: SaveTemplateRequestSchema,
    needs: ['table:GetItem', 'table:PutItem', 'table:UpdateItem'],
    answers: { 200: TemplateSchema, 201: TemplateSchema },
  },
  getTemplate: {
    method: 'GET',
    path: '/v1/templates/{slug}',
    summary: 'Get a template',
    scope: 'templates:read',
    needs: ['table:GetItem'],
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
    body: RenderTemplateRequestSchema,
    // Whether there is such a template comes before.
    isBodyLate: true,
    needs: ['table:GetItem'],
    answers: { 200: RenderedTemplateSchema },
  },
  duplicateTemplate: {
    method: 'POST',
    path: '/v1/templates/{slug}/duplicate',
    summary: 'Copy a template to a new slug',
    scope: 'templates:write',
    body: DuplicateTemplateRequestSchema,
    // Whether there is a template to copy comes before.
    isBodyLate: true,
    needs: ['table:GetItem', 'table:PutItem'],
    answers: { 201: TemplateSchema },
  },
} satisfies Record<string, Route>;
