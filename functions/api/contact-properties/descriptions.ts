export const resourceDescription =
  'Definitions of contact attributes beyond the standard fields, with the type of their values.';

export const fieldDescriptions = {
  SaveContactPropertyRequest: {
    key: 'Case-sensitive. An existing property with this key is updated.',
    type: 'How later values are parsed. The default for a new property is `string`.',
  },
  ContactProperty: { type: 'How values are parsed. A value that cannot be parsed is stored as given.' },
};
