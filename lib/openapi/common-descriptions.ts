/** Descriptions, by name of the field or parameter. */
export type FieldDescriptions = Readonly<Record<string, string | undefined>>;

/** Descriptions of fields that have the same meaning in every shape. */
export const commonFieldDescriptions: FieldDescriptions = {
  created_at: 'When the record was created.',
  deleted: 'The record was deleted.',
  has_more: 'Whether there are more rows.',
  next_cursor: 'The `cursor` of the next page; null on the last page and for lists without pages.',
  risk_class:
    'The class of email, which determines the sending reputation. Each risk class uses separate domains.',
  updated_at: 'When the record was last changed; null if it was never changed.',
};

/** Descriptions of query parameters that have the same meaning for every resource. */
export const commonParameterDescriptions: FieldDescriptions = {
  after: 'An alias of `cursor`. If both are sent, `cursor` takes precedence.',
  cursor: 'The start of the page. Pass the `next_cursor` of the previous page unchanged.',
  email: 'The address to look up. Letter case is ignored.',
  limit: 'The maximum number of rows on the page.',
  status: 'Returns only records with this status.',
};

/** Descriptions of the fields of shared/http/shapes.ts, whose shapes do not belong to a resource. */
export const sharedShapeDescriptions: Readonly<Record<string, FieldDescriptions>> = {
  Error: {
    type: 'The error type. It is stable and has the same meaning on every endpoint, so branch on `type`.',
    message: 'A description of the error for developers. The wording may change.',
    details: 'The invalid fields, each with its problem.',
    missing: 'The placeholders without a value.',
  },
  ErrorDetail: { path: 'The path to the field in the body: field names and indexes, outermost first.' },
};
