export const resourceDescription =
  'Stored subjects and bodies with placeholders. Each send gives the values of the placeholders.';

export const fieldDescriptions = {
  SaveTemplateRequest: {
    slug: '1 to 100 characters, each of a-z, 0-9 or a hyphen. If a template with this slug exists, the request replaces it.',
    text: 'If omitted, the stored text does not change. Null removes the text.',
  },
  Template: { variables: 'The names of the placeholders. A send must give a value for each placeholder.' },
};
