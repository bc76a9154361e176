import { readableText } from '../mail/encoded-words';
import { valuesOf, type HeaderLike } from './header-signs';
import { localPart } from './sender-signs';
import {
  absencePhrases,
  bounceOpenings,
  bouncePhrases,
  foldAll,
  foldPhrase,
  replyPhrases,
} from './subject-phrases';

/**
 * True if a program wrote the subject. An unmistakable phrase is sufficient, and other phrases need a second sign. A
 * person's reply to an automatic email does not match, because its subject starts with "Re:".
 */
export function hasAutomaticSubject(headers: readonly HeaderLike[]): boolean {
  const subject = subjectOf(headers);
  const openings = openingsOf(subject);
  return (
    openings.some((opening) => bounces.has(opening) || isReplyPhrase(opening)) ||
    (openings.some(isAbsencePhrase) && looksLikeReply(headers)) ||
    isFromNotes(subject, headers) ||
    isReport(subject, headers)
  );
}

/** The maximum length of a subject that a program writes. */
const subjectLengthMax = 500;

/** Returns the decoded subject. The decoder expects one character for each byte. */
function subjectOf(headers: readonly HeaderLike[]): string {
  const rawSubject = (valuesOf(headers, 'subject')[0] ?? '').slice(0, 10 * subjectLengthMax);
  return readableText(Buffer.from(rawSubject).toString('latin1')).slice(0, subjectLengthMax);
}

/**
 * Returns the parts of a subject that may contain a program's phrase: the text in brackets, the text before the first
 * or second colon ("Ikke til stede: Autosvar: …"), or the whole subject. A mailing list's tag may come first.
 */
function openingsOf(subject: string): string[] {
  const untagged = subject.replace(/^\[[^\]]{1,60}\]\s*(?=\S)/, '');
  const patterns = [/^([^:：]{1,80})[:：]/, /^([^:：]{1,80}[:：][^:：]{1,80})[:：]/, /^(.{1,80})$/];
  const openings = patterns.flatMap((pattern) => [
    firstGroup(pattern, subject),
    firstGroup(pattern, untagged),
  ]);
  return [firstGroup(/^[[(【]([^\])】]{1,80})[\])】]/, subject), ...openings].map(foldPhrase).filter(Boolean);
}

const firstGroup = (pattern: RegExp, text: string): string => pattern.exec(text)?.[1] ?? '';

const bounces = new Set(foldAll(bouncePhrases));
const replies = new Set(foldAll(replyPhrases));
const absences = foldAll(absencePhrases);

/** "Automatic reply", "Out of Office AutoReply", "Automatisch antwoord bij afwezigheid" */
function isReplyPhrase(opening: string): boolean {
  if (replies.has(opening)) return true;
  return absences.some((absence) => {
    if (opening.startsWith(absence) && replies.has(opening.slice(absence.length))) return true;
    return opening.endsWith(absence) && replies.has(opening.slice(0, -absence.length));
  });
}

const isAbsencePhrase = (opening: string): boolean => absences.includes(opening);

/**
 * The length of the Thread-Index of the first message of an Outlook conversation. Each reply lengthens the
 * Thread-Index.
 */
const threadStartLength = 32;

const replyHeaderNames = ['in-reply-to', 'references', 'x-auto-response-suppress'];

/** Whether the email looks like a reply or bulk email, which an absent person does not send. */
const looksLikeReply = (headers: readonly HeaderLike[]): boolean =>
  headers.some(({ name }) => replyHeaderNames.includes(name)) ||
  valuesOf(headers, 'thread-index').some(({ length }) => length > threadStartLength) ||
  valuesOf(headers, 'precedence').some((value) => /^\s*(bulk|junk)\b/i.test(value));

/**
 * Whether Lotus Notes wrote the subject: "Kim Li is out of the office." or "AUTO: Kim Li is out of the office
 * (returning 05/01/2010)".
 */
function isFromNotes(subject: string, headers: readonly HeaderLike[]): boolean {
  if (subject.startsWith('AUTO: ') && notesAwayPattern.test(subject.slice(0, 300))) return true;
  return isByNotes(headers) && notesSubject.test(subject);
}

/** "Auto" alone is not sufficient, because the word also means a car. */
const notesAwayPattern =
  /\((?:returning|back|zurück|rückkehr|wieder|de retour|retour|regreso|vuelvo|vuelve|rientro|terug|tilbake|tillbaka)(?= )[^()]*\d[^()]*\)$/i;

const isByNotes = (headers: readonly HeaderLike[]): boolean =>
  valuesOf(headers, 'message-id').some((id) => /^\s*<OF[0-9A-F]{6,}\.[0-9A-F]+-ON/.test(id)) ||
  valuesOf(headers, 'x-mailer').some((mailer) => /\b(lotus|domino|notes)\b/i.test(mailer)) ||
  headers.some(({ name }) => name === 'x-mimetrack');

const notesSubject =
  /^auto:|^[^:]{1,100} (is out of the office|ist (außer haus|nicht im büro|abwesend)|est absent(\(e\)|e)?|está ausente|è fuori ufficio|is afwezig)\.?( \([^()]*\))?$/i;

/** Whether the email is a report whose format prescribes the subject, or a report from an unread mailbox. */
function isReport(subject: string, headers: readonly HeaderLike[]): boolean {
  if (dmarcReport.test(subject)) return true;
  const isFromUnreadMailbox = valuesOf(headers, 'from').some((from) => unreadSender.test(localPart(from)));
  const folded = foldPhrase(subject.slice(0, 100));
  return isFromUnreadMailbox && bounceStarts.some((start) => folded.startsWith(start));
}

/** The subject of a DMARC report (RFC 7489, section 7.2.1.1). */
const dmarcReport = /^report domain: ?\S+ submitter: ?\S+/i;

const bounceStarts = foldAll(bounceOpenings);

/** Outlook.com sends complaint reports from `staff`. */
const unreadSender =
  /^((no|do[-_.]?not)[-_.]?reply.*|bounces?|root|system|smtpd?|mail(er)?|admin(istrator)?|sysadmin|staff)$/;
