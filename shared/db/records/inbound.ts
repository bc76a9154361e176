/** A message that the workspace received. Its content is a separate record. */
export interface InboundMessage {
  id: string;
  workspaceId: string;
  threadId: string;
  /** The inbox that received the message. */
  inboxId?: string;
  /**
   * The From address in lowercase, or empty if there is no From address. The address does not prove who sent the
   * message.
   */
  from: string;
  /** The addresses of the To header, without display names. */
  to: readonly string[];
  /** The addresses of the Cc and Reply-To headers. Absent if there are none, and in messages of earlier versions. */
  cc?: readonly string[];
  replyTo?: readonly string[];
  subject: string;
  verdicts: Verdicts;
  senderAuthenticated: boolean;
  /** Whether the message is automated, for example an out-of-office reply or a bounce report. */
  automated: boolean;
  /**
   * The Message-ID header, for replies. Null if the header is missing or its value cannot be repeated in another
   * header.
   */
  messageId: string | null;
  references: readonly string[];
  /**
   * The time in the Date header or, without a Date header, the arrival time. Only for display, because the Date header
   * depends on the sender's clock.
   */
  receivedAt: string;
  arrivedAt: string;
  /** When the service stored the message. The messages of a conversation are sorted by this time. */
  recordedAt: string;
  /** Whether the HTML contains words that mail clients hide. Absent if not, and in messages of earlier versions. */
  hiddenText?: boolean;
  /** Whether the plain text and the HTML say different things. Absent if not, and in messages of earlier versions. */
  partsDisagree?: boolean;
  /** The S3 key of the raw email. */
  rawKey: string;
  /** Whether other workspaces or inboxes received the same email and share the raw email. */
  isRawShared?: true;
}

/** SES verdicts: `PASS`, `FAIL`, `GRAY` or `PROCESSING_FAILED`; null if the receipt rule reported no verdict. */
export interface Verdicts {
  spam: string | null;
  virus: string | null;
  spf: string | null;
  dkim: string | null;
  dmarc: string | null;
}

/** What SES reported about an email that it received and stored. */
export interface Receipt {
  receiptId: string;
  /** The return path. Empty for the null sender. */
  mailFrom: string;
  /** The recipient addresses, normalized for comparison. */
  recipients: readonly string[];
  receivedAt: string;
  objectKey: string;
  verdicts: Verdicts;
}

/** A received message that joins no conversation. Its text is in the raw message. */
export interface QuarantinedMail extends Pick<
  InboundMessage,
  'id' | 'workspaceId' | 'from' | 'subject' | 'senderAuthenticated' | 'rawKey' | 'isRawShared'
> {
  status: 'quarantined';
  /** `quota`: the workspace had received as many messages on that day as it may. */
  reason: 'quota';
  receipt: Receipt;
  quarantinedAt: string;
  expiresAt: number;
}

/** The content of a received message. */
export interface InboundContent {
  /** The reply as text, without quoted history and signature. */
  text: string;
  /** The whole body as text. */
  rawText: string | null;
  html: string | null;
}

/** The thread that a Message-ID belongs to. */
export interface MessageIdRecord {
  threadId: string;
  /** Whether replies to the message have arrived but the message itself has not. */
  isAwaited?: boolean;
  /** The From address of the first reply. The awaited message joins only the thread of a person that it names. */
  awaitedBy?: string;
  /** The hash, id and time of arrival of the message, so that further copies are not stored. */
  fingerprint?: string;
  inboundId?: string;
  arrivedAt?: string;
  /** Only for a message whose Message-ID another message has. In seconds since 1970. */
  expiresAt?: number;
}
