/** What a message said. It stands beside the message, because an update pays for the whole record. */
export interface ContentRecord {
  /** Gzipped JSON, when it is small. */
  inline?: Uint8Array;
  /** Otherwise the object's key in the content bucket. */
  objectKey?: string;
}
