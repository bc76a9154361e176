import { findCodes, type Code } from './codes/find-codes';
import { findLinks, type FoundLink } from './links/find-links';
import { readOwnLines, type StoredReply } from './reply/read-reply';
import type { Line } from './reply/lines';

export interface Extracted {
  codes: Code[];
  links: FoundLink[];
}

/** Finds the codes and links in what the sender of a message wrote and a person sees. */
export function extractCodesAndLinks(message: StoredReply): Extracted {
  const { plain, rich } = readOwnLines(message);
  const subject = isReplySubject(message.subject ?? '') ? '' : (message.subject ?? '');
  const textsOf = (lines: readonly Line[]) => lines.map(({ text }) => text);
  return {
    codes: findCodes([rich, plain].map((lines) => ({ subject, lines: textsOf(lines) }))),
    links: findLinks([...rich, ...plain]),
  };
}

/** The subject of a reply repeats that of the message that it answers. */
const isReplySubject = (subject: string): boolean =>
  /^\s*(?:re|aw|sv|vs|odp|ynt|antw|rif|res|ref|отв|ответ|відп|回复|回覆|答复|返信|답장|رد|השב|απ|vá|atb|trả lời|bls)\s*(?:\[\d+\])?\s*[:：]/iu.test(
    subject.slice(0, 50),
  );
