export const resourceDescription =
  'Definitions of contact attributes beyond the standard fields. Each definition has the type of the values.';

export const fieldDescriptions = {
  SaveContactPropertyRequest: {
    key: 'The key, which is case-sensitive. If a property with this key exists, the request updates it.',
    type: 'The type as which later values are parsed. The default for a new property is `string`.',
  },
  ContactProperty: {
    type: 'The type as which values are parsed. A value that cannot be parsed is stored as given.',
  },
};
