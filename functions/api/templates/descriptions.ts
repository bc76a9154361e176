export const resourceDescription =
  'Stored subjects and bodies with placeholders. Each send gives the values of the placeholders.';

export const fieldDescriptions = {
  SaveTemplateRequest: {
    slug: '1 to 100 characters, each of a-z, 0-9 or a hyphen. If a template with this slug exists, the request replaces it.',
    text: 'If omitted, the stored text does not change. Null removes the text.',
  },
  Template: {
    variables:
      'The names for which a send must give a value: all placeholders except those with a fallback and those inside a condition on the same name. Marketing email has a value for `unsubscribe_url`.',
  },
  ContentWarning: {
    path: 'The path of the text.',
    message: 'The braces, with their line and column.',
  },
  RenderedTemplate: {
    warnings:
      'Braces that are mailed because they are no placeholders. Only content from an earlier version of the service has warnings.',
  },
};
