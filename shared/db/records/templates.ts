/** A stored template (TP-1). */
export interface Template {
  id: string;
  workspaceId: string;
  slug: string;
  name: string;
  subject: string;
  html: string;
  text: string | null;
  /** The declared placeholders. An email needs a value for each placeholder. */
  variables: string[];
  createdAt: string;
  /** Null until the first change. */
  updatedAt: string | null;
}
