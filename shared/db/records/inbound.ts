/** A message that somebody sent to the workspace. What it says stands beside it. */
export interface InboundMessage {
  id: string;
  workspaceId: string;
  threadId: string;
  /** Bare and lower-cased; empty when the mail names nobody. Not proof of who wrote. */
  from: string;
  /** The addresses on its To line, bare. */
  to: readonly string[];
  subject: string;
  verdicts: Verdicts;
  senderAuthenticated: boolean;
  /** A machine wrote: an out-of-office answer, a bounce report. */
  automated: boolean;
  /** Of the mail itself, to answer with; null where it has none that a header could carry. */
  messageId: string | null;
  references: readonly string[];
  /** The Date header, or the arrival where there is none. Shown; the sender's clock decides it. */
  receivedAt: string;
  arrivedAt: string;
  /** When the service came to know of it: its place in the conversation. */
  recordedAt: string;
  /** Where SES put the raw mail. */
  rawKey: string;
  /** Other workspaces received the same mail: the raw mail is theirs too. */
  isRawShared?: true;
}

/** `PASS`, `FAIL`, `GRAY`, `PROCESSING_FAILED`; null where the receipt rule reported none. */
export interface Verdicts {
  spam: string | null;
  virus: string | null;
  spf: string | null;
  dkim: string | null;
  dmarc: string | null;
}

/** What a received message says. */
export interface InboundContent {
  /** Without quoted history and signature. */
  text: string;
  /** The whole body as text. */
  rawText: string | null;
  html: string | null;
}

/** What stands under a Message-ID. */
export interface MessageIdRecord {
  threadId: string;
  /** Only answers to it have arrived so far. */
  isAwaited?: boolean;
}
