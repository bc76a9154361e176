export const resourceDescription =
  'What contacts can be described by, beside what every contact has, and how those values are read.';

export const fieldDescriptions = {
  SaveContactPropertyRequest: {
    key: 'Case-sensitive. One that exists is changed.',
    type: 'How values are read that come from now on; of a new one `string`, unless given.',
  },
  ContactProperty: { type: 'How values are read. One that cannot be read so stays as it was given.' },
};
