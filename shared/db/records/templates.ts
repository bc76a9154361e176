/** A stored template (TP-1). */
export interface Template {
  id: string;
  workspaceId: string;
  slug: string;
  name: string;
  subject: string;
  html: string;
  text: string | null;
  /** The placeholders that it declares: a mail needs a value for each. */
  variables: string[];
  createdAt: string;
  /** Null until it is saved again. */
  updatedAt: string | null;
}
