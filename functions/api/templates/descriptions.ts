export const resourceDescription =
  'Subjects and bodies with placeholders, stored once and filled in by each send.';

export const fieldDescriptions = {
  SaveTemplateRequest: {
    slug: '1 to 100 of a-z, 0-9 and hyphens. An existing template with this slug is replaced.',
    text: 'If omitted, the stored text is unchanged. Null removes the text.',
  },
  Template: { variables: 'The distinct placeholders. A send must give a value for each placeholder.' },
};
