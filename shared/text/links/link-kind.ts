import { phraseFinder } from '../codes/phrase-finder';
import { inviteWords, resetWords, signInWords, unsubscribeWords, verifyWords } from './link-words';

export type LinkKind = 'verify' | 'sign_in' | 'reset' | 'invite' | 'unsubscribe' | 'other';

type NamedKind = Exclude<LinkKind, 'other'>;

const findWords = phraseFinder<NamedKind>({
  unsubscribe: unsubscribeWords,
  reset: resetWords,
  invite: inviteWords,
  verify: verifyWords,
  sign_in: signInWords,
});

/** In the order in which they are checked: a link to confirm a new password resets it. */
const kinds: readonly NamedKind[] = ['unsubscribe', 'reset', 'invite', 'verify', 'sign_in'];

/** Words in the paths and queries of links, which are in English nearly everywhere. */
const pathPatterns: readonly (readonly [NamedKind, RegExp])[] = [
  ['unsubscribe', /unsub(?:scribe)?|opt-?out|desinscri|abmeld|descadastr/],
  ['reset', /reset|recover|forgot|new-?password|change-?password/],
  ['invite', /invit/],
  ['verify', /verif|confirm|activat|validat/],
  ['sign_in', /\b(?:log-?in|sign-?in|magic(?:-?link)?|otp|passwordless|sso)\b/],
];

/**
 * Tells what a link does: from its own words, from its path, and, if its words say nothing, from the words around it.
 */
export function linkKind(url: URL, text: string, context: string): LinkKind {
  const path = `${url.pathname}${url.search}`
    .slice(0, 500)
    .toLowerCase()
    .replace(/[_/=&?.]/g, ' ');
  return (
    kindOfWords(text) ??
    pathPatterns.find(([, pattern]) => pattern.test(path))?.[0] ??
    kindOfWords(context) ??
    'other'
  );
}

function kindOfWords(text: string): NamedKind | undefined {
  const found = new Set(findWords(withoutUrls(text)).map(({ kind }) => kind));
  return kinds.find((kind) => found.has(kind));
}

const withoutUrls = (text: string): string => text.replace(/\b(?:https?:\/\/|www\.)\S+/gi, ' ').toLowerCase();
