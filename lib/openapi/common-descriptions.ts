/** By the name of the field or parameter. */
export type FieldDescriptions = Readonly<Record<string, string | undefined>>;

/** Fields that mean the same in every shape that has them. */
export const commonFieldDescriptions: FieldDescriptions = {
  created_at: 'When it was recorded.',
  deleted: 'It is gone.',
  has_more: 'There are more rows than these.',
  next_cursor: 'The `cursor` of the next page; null on the last one, and where a list has no pages.',
  risk_class: 'Which of the two reputations the mail is sent with. Each has a domain of its own.',
  updated_at: 'When it was last changed; null while it never was.',
};

/** Query parameters that mean the same for every resource that has them. */
export const commonParameterDescriptions: FieldDescriptions = {
  after: 'Another name for `cursor`, which wins.',
  cursor: 'Where the page begins: the `next_cursor` of the page before, as it is.',
  email: 'The address that it is about. Letter case does not count.',
  limit: 'How many rows the page has at most.',
  status: 'What has this status alone.',
};

/** The fields of the shapes in shared/http/shapes.ts, which belong to no resource. */
export const sharedShapeDescriptions: Readonly<Record<string, FieldDescriptions>> = {
  Error: {
    type: 'Stable, and the same everywhere: branch on it.',
    message: 'For people; it may change.',
    details: 'What is wrong, field by field.',
    missing: 'The placeholders that have no value.',
  },
  ErrorDetail: { path: 'Where it is in the body: names and indexes, from the outside in.' },
};
