/** By name of the field or parameter. */
export type FieldDescriptions = Readonly<Record<string, string | undefined>>;

/** Fields that mean the same in every shape that has them. */
export const commonFieldDescriptions: FieldDescriptions = {
  created_at: 'When the record was created.',
  deleted: 'The record was deleted.',
  has_more: 'Whether there are more rows.',
  next_cursor: 'The `cursor` of the next page; null on the last page and for lists without pages.',
  risk_class: 'The reputation that the email is sent with. Each risk class has its own domains.',
  updated_at: 'When the record was last changed; null if it never was.',
};

/** Query parameters that mean the same for every resource that has them. */
export const commonParameterDescriptions: FieldDescriptions = {
  after: 'An alias of `cursor`, which takes precedence.',
  cursor: 'Where the page begins: the `next_cursor` of the previous page, unchanged.',
  email: 'The address to look up. Letter case is ignored.',
  limit: 'The maximum number of rows on the page.',
  status: 'Returns only records with this status.',
};

/** The fields of the shapes in shared/http/shapes.ts, which do not belong to a resource. */
export const sharedShapeDescriptions: Readonly<Record<string, FieldDescriptions>> = {
  Error: {
    type: 'Stable, with the same meaning on every endpoint: branch on it.',
    message: 'For people. The wording may change.',
    details: 'The problems, field by field.',
    missing: 'The placeholders without a value.',
  },
  ErrorDetail: { path: 'The location in the body: field names and indexes, outermost first.' },
};
