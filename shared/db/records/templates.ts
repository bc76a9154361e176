/** A record with texts that are rendered. */
export interface RenderedRecord<Field extends string> {
  /**
   * The texts in which fallbacks, conditions and `\{{` are read. Texts that an earlier version of the service saved
   * have only `{{name}}`.
   */
  expressionFields?: readonly Field[];
}

/** A stored template (TP-1). */
export interface Template extends RenderedRecord<'subject' | 'html' | 'text'> {
  id: string;
  workspaceId: string;
  slug: string;
  name: string;
  subject: string;
  html: string;
  text: string | null;
  /** The names for which an email needs a value. */
  variables: string[];
  createdAt: string;
  /** Null until the first change. */
  updatedAt: string | null;
}
