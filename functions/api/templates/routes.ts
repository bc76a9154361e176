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
    description: 'All of them, up to 500. `variables` are the names that a send must give values for.',
    scope: 'templates:read',
    needs: ['table:Query'],
    responses: { 200: TemplateListSchema },
  },
  saveTemplate: {
    method: 'POST',
    path: '/v1/templates',
    summary: 'Create the template with this slug, or update it',
    description:
      '201 when it is new, 200 when the slug existed: then name, subject and HTML are replaced, and ' +
      'sends use them from then on. A `text` that is left out stays, and null removes it. A placeholder ' +
      'is `{{name}}`; what else stands in braces stays as it is.',
    scope: 'templates:write',
    body: SaveTemplateRequestSchema,
    needs: ['table:GetItem', 'table:PutItem', 'table:UpdateItem'],
    responses: { 200: TemplateSchema, 201: TemplateSchema },
  },
  getTemplate: {
    method: 'GET',
    path: '/v1/templates/{slug}',
    summary: 'Get a template',
    description: 'Found by its slug, never by its id.',
    scope: 'templates:read',
    needs: ['table:GetItem'],
    responses: { 200: TemplateSchema },
    refuses: ['not_found'],
  },
  deleteTemplate: {
    method: 'DELETE',
    path: '/v1/templates/{slug}',
    summary: 'Delete a template',
    description: 'A send that names it is refused from then on. One that an automation uses stays.',
    scope: 'templates:write',
    needs: ['table:GetItem', 'table:Query', 'table:DeleteItem'],
    responses: { 200: DeletedTemplateSchema },
    refuses: ['not_found', 'invalid_state'],
  },
  renderTemplate: {
    method: 'POST',
    path: '/v1/templates/{slug}/render',
    summary: 'Render a template with these values, without sending it',
    description:
      'What a send would make of it. Values are escaped in the HTML and put into subject and text as ' +
      'they are. An empty string is a value; null is none.',
    scope: 'templates:read',
    body: RenderTemplateRequestSchema,
    // Whether there is such a template comes before.
    hasDeferredBody: true,
    needs: ['table:GetItem'],
    responses: { 200: RenderedTemplateSchema },
    refuses: ['not_found', 'missing_variables'],
  },
  duplicateTemplate: {
    method: 'POST',
    path: '/v1/templates/{slug}/duplicate',
    summary: 'Copy a template to a new slug',
    description:
      'The copy has subject, HTML and text of the template, and an id of its own. Without `name` it ' +
      'keeps the name too.',
    scope: 'templates:write',
    body: DuplicateTemplateRequestSchema,
    // Whether there is a template to copy comes before.
    hasDeferredBody: true,
    needs: ['table:GetItem', 'table:PutItem'],
    responses: { 201: TemplateSchema },
    refuses: ['not_found', 'conflict'],
  },
} satisfies Record<string, Route>;
