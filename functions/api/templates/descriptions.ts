export const resourceDescription =
  'Subjects and bodies with placeholders, stored once and filled in by each send.';

export const fieldDescriptions = {
  SaveTemplateRequest: {
    slug: '1 to 100 of a-z, 0-9 and hyphens. One that exists is replaced.',
    text: 'Left out it stays as it is; null removes it.',
  },
  Template: { variables: 'The placeholders, each once: what a send must give values for.' },
};
