import { randomInt } from 'node:crypto';

/** The role addresses of RFC 2142 that belong to the domain, and the address that receives unsubscribe requests. */
const reservedUsernames: readonly string[] = ['postmaster', 'abuse', 'mailer-daemon', 'list-unsubscribe'];

/** Returns what is wrong with a username in lower case, or undefined. */
export function usernameProblem(username: string): string | undefined {
  if (!/^[a-z0-9._-]{1,64}$/.test(username))
    return 'must have 1 to 64 of a–z, 0–9, dot, underscore and hyphen';
  if (/^\.|\.$|\.\./.test(username)) return 'must not start or end with a dot, or have two dots in a row';
  return reservedUsernames.includes(username)
    ? `must not be ${username}, which has a fixed purpose`
    : undefined;
}

const adjectives = ['amber', 'brave', 'brisk', 'calm', 'clear', 'clever', 'coral', 'crisp', 'early', 'fair', 'gentle', 'golden', 'green', 'happy', 'keen', 'kind', 'light', 'lively', 'lucky', 'merry', 'mild', 'noble', 'proud', 'quick', 'quiet', 'rapid', 'silver', 'smart', 'steady', 'sunny', 'swift', 'warm']; // prettier-ignore
const nouns = ['badger', 'beaver', 'bison', 'crane', 'curlew', 'dolphin', 'falcon', 'ferret', 'finch', 'gazelle', 'heron', 'ibex', 'jackdaw', 'kestrel', 'lark', 'lynx', 'marten', 'moose', 'newt', 'ocelot', 'osprey', 'otter', 'owl', 'panda', 'plover', 'puffin', 'raven', 'robin', 'seal', 'swan', 'tern', 'wren']; // prettier-ignore

/** Returns a readable, random username such as `calm-otter-40218`. */
export const randomUsername = (): string =>
  `${pick(adjectives)}-${pick(nouns)}-${String(randomInt(100_000)).padStart(5, '0')}`;

const pick = (words: readonly string[]): string => words[randomInt(words.length)] ?? '';
