/** The content of a message. It is a separate record because DynamoDB charges an update for the whole record. */
export interface ContentRecord {
  /** Small content, as gzipped JSON. */
  inline?: Uint8Array;
  /** For larger content, the key of the object in the content bucket. */
  objectKey?: string;
}
