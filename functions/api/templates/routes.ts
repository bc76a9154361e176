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
    summary: 'List templates by name, with their variables',
    description:
      'Returns all templates, up to 500. `variables` lists the names for which a send must give values.',
    scope: 'templates:read',
    inboxAccess: 'shared',
    needs: ['table:Query'],
    responses: { 200: TemplateListSchema },
  },
  saveTemplate: {
    method: 'POST',
    path: '/v1/templates',
    summary: 'Create or update a template',
    description:
      'Responds with 201 for a new slug. For an existing slug, responds with 200 and replaces the name, ' +
      'the subject and the HTML. Later sends use the new content. If you omit `text`, the stored text does ' +
      'not change. Null removes the text. A placeholder is `{{name}}`, or `{{name | "fallback"}}` if the ' +
      'value may be missing or empty. `{{#if name}}…{{else}}…{{/if}}` tests a value: a missing value, `""` ' +
      'and `"false"` are false. Conditions can be nested two deep. `{{unsubscribe_url}}` is the link of the ' +
      'recipient in marketing email. `\\{{` is a literal `{{`. Other double braces get 422, and ' +
      '`details` lists them. A key that requires approval or has an allowlist cannot change templates.',
    scope: 'templates:write',
    body: SaveTemplateRequestSchema,
    // The handler checks the guardrails before it validates the body.
    hasDeferredBody: true,
    needs: ['table:GetItem', 'table:PutItem', 'table:UpdateItem'],
    responses: { 200: TemplateSchema, 201: TemplateSchema },
  },
  getTemplate: {
    method: 'GET',
    path: '/v1/templates/{slug}',
    summary: 'Get a template',
    description: 'Returns a template by its slug, never by its ID.',
    scope: 'templates:read',
    inboxAccess: 'shared',
    needs: ['table:GetItem'],
    responses: { 200: TemplateSchema },
    refuses: ['not_found'],
  },
  deleteTemplate: {
    method: 'DELETE',
    path: '/v1/templates/{slug}',
    summary: 'Delete a template',
    description:
      'Deletes the template. Later sends with this template are refused. If an automation uses the template, you cannot delete it.',
    scope: 'templates:write',
    needs: ['table:GetItem', 'table:Query', 'table:DeleteItem'],
    responses: { 200: DeletedTemplateSchema },
    refuses: ['not_found', 'invalid_state'],
  },
  renderTemplate: {
    method: 'POST',
    path: '/v1/templates/{slug}/render',
    summary: 'Render a template without sending it',
    description:
      'Returns the subject and bodies that a send with these values would have. Values are HTML-escaped ' +
      'in the HTML and inserted unescaped into subject and text. An empty string is a value, but null is ' +
      'not.',
    scope: 'templates:read',
    inboxAccess: 'shared',
    body: RenderTemplateRequestSchema,
    // The handler checks for 404 before it validates the body.
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
      'Creates a template with a new ID and with the subject, HTML and text of the original. Without `name`, the copy has the name of the original.',
    scope: 'templates:write',
    body: DuplicateTemplateRequestSchema,
    // The handler checks for 404 before it validates the body.
    hasDeferredBody: true,
    needs: ['table:GetItem', 'table:PutItem'],
    responses: { 201: TemplateSchema },
    refuses: ['not_found', 'conflict'],
  },
} satisfies Record<string, Route>;
