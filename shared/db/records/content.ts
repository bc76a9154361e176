/**
 * The content of a message. The content is a separate record because DynamoDB charges each update for the size of the
 * whole record.
 */
export interface ContentRecord {
  /** Small content, as gzipped JSON. */
  inline?: Uint8Array;
  /** For larger content, the key of the object in the content bucket. */
  objectKey?: string;
}
