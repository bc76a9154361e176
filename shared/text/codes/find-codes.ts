import { cuesOf, readWords, topicsOf, type Cue, type CueKind, type Topics } from './cues';
import { normalizeText } from './normalize';
import { findTokens, hideLinks, type Token } from './tokens';

export interface Code {
  value: string;
  kind: 'otp' | 'reference' | 'coupon';
  /** From 0 to 1. */
  confidence: number;
}

/** The visible lines of one format of a message, and its subject. */
export interface CodeSource {
  subject: string;
  lines: readonly string[];
}

const codesMax = 10;

/** A longer line or message is truncated, so that hostile text does not take long. */
const [lineLengthMax, linesMax, tokensMax] = [2_000, 2_000, 300];

/** Finds the codes in each of the formats in which a message came. The same code counts once. */
export function findCodes(sources: readonly CodeSource[]): Code[] {
  const best = new Map<string, Code>();
  for (const code of sources.flatMap(codesIn)) {
    const known = best.get(code.value);
    if (!known || known.confidence < code.confidence) best.set(code.value, code);
  }
  const codes = [...best.values()];
  const bestOtp = Math.max(0, ...codes.filter(isOtp).map(({ confidence }) => confidence));
  return codes.filter((code) => !isOtp(code) || code.confidence >= bestOtp - otpSpread).slice(0, codesMax);
}

const isOtp = ({ kind }: Code): boolean => kind === 'otp';

/** Drops one-time codes whose confidence is this far below that of the best one. */
const otpSpread = 0.25;

interface Line {
  text: string;
  tokens: readonly Token[];
  cues: readonly Cue[];
}

/** A token with the lines around it that may tell what it is. */
interface Candidate {
  token: Token;
  line: Line;
  /** The lines with words above, nearest first, and the line below. */
  above: readonly Line[];
  below: Line | undefined;
}

interface Evidence {
  cue: Cue;
  score: number;
}

function codesIn({ subject, lines }: CodeSource): Code[] {
  const texts = [subject, ...lines.slice(0, linesMax)].map((line) =>
    hideLinks(normalizeText(line.slice(0, lineLengthMax))),
  );
  const words = texts.map(readWords);
  const topics = topicsOf(words.flat());
  const read = readLines(texts, words, topics);
  const candidates = candidatesOf(read);
  const evidence = candidates.map((candidate) => evidenceFor(candidate));
  const owners = ownersOf(candidates, evidence);
  return candidates.flatMap(
    (candidate, index) => codeOf(candidate, scoresOf(candidate, evidence[index] ?? [], owners), topics) ?? [],
  );
}

function readLines(
  texts: readonly string[],
  words: readonly ReturnType<typeof readWords>[],
  topics: Topics,
): Line[] {
  let count = 0;
  return texts.map((text, index) => {
    const tokens = count < tokensMax ? findTokens(text) : [];
    count += tokens.length;
    return { text, tokens, cues: cuesOf(text, words[index] ?? [], topics) };
  });
}

const hasWords = ({ text }: Line): boolean => /\p{L}/u.test(text);
const isCodeLine = ({ tokens }: Line): boolean => tokens.length > 0 && tokens.every(({ isAlone }) => isAlone);

function candidatesOf(lines: readonly Line[]): Candidate[] {
  const [subject] = lines;
  return lines.flatMap((line, index) => {
    if (line.tokens.length === 0) return [];
    const above: Line[] = [];
    for (let at = index - 1; at > 0 && above.length < 2; at--) {
      const other = lines[at];
      if (other && hasWords(other) && !isCodeLine(other)) above.push(other);
    }
    const below = lines.slice(index + 1, index + 12).find((other) => hasWords(other) && !isCodeLine(other));
    if (subject && index > 0) above.push(subject);
    return line.tokens.map((token) => ({ token, line, above, below }));
  });
}

function evidenceFor({ token, line, above, below }: Candidate): Evidence[] {
  const found = line.cues
    .filter((cue) => cue.end <= token.start || cue.start >= token.end)
    .map((cue) => ({ cue, score: cue.strength * closeness(line, token, cue) }));
  const factors = token.isAlone ? [0.92, 0.75, 0.7] : [0.6, 0.4, 0.5];
  above.forEach((other, index) => {
    for (const cue of other.cues) {
      const distance = Math.min(0.1, (other.text.length - cue.end) * 0.001);
      const isLabel = cue.kind === 'otp' || wordsBetween(other.text.slice(cue.end)) <= labelWordsMax;
      found.push({ cue, score: cue.strength * ((factors[index] ?? 0.5) - distance) * (isLabel ? 1 : 0.5) });
    }
  });
  if (token.isAlone && below)
    for (const cue of below.cues) found.push({ cue, score: cue.strength * (0.72 - cue.start * 0.001) });
  return found.sort((first, second) => second.score - first.score);
}

/** A line above names a number, such as `Order number`, only if few words follow the name. */
const labelWordsMax = 1;

/** How much a cue on the same line tells about the token. */
function closeness({ text }: Line, token: Token, cue: Cue): number {
  const isBefore = cue.end <= token.start;
  const gap = isBefore ? text.slice(cue.end, token.start) : text.slice(token.end, cue.start);
  if (cue.isBrief && wordsBetween(gap) > 2) return 0.3;
  if (endsSentence(gap)) return isBefore ? 0.45 : 0.3;
  if (isBefore && cue.kind !== 'otp' && gap.length <= 2) return 1.08;
  if (isBefore) return closenessByWords[wordsBetween(gap)] ?? (/[:：] ?["'“«„「]?$/.test(gap) ? 0.75 : 0.55);
  // Words for other numbers mostly stand before the number.
  if ((cue.kind === 'reference' || cue.kind === 'other') && gap.length > 3) return 0.6;
  return (closenessByWords[wordsBetween(gap)] ?? 0.55) - 0.08;
}

/** How much a cue tells, by the number of words between the cue and the token. */
const closenessByWords: readonly number[] = [1, 0.97, 0.94, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6];

/** Characters of a text without spaces, such as Chinese, that count as a word. */
const charactersPerWord = 6;

const wordsBetween = (gap: string): number =>
  (gap.match(/[\p{L}\p{N}\p{M}'’]+/gu) ?? []).reduce(
    (sum, word) => sum + (scriptsWithoutSpaces.test(word) ? Math.ceil(word.length / charactersPerWord) : 1),
    0,
  );

const scriptsWithoutSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

const endsSentence = (gap: string): boolean => /[.!?](?:\s|$)|[。！？؟।]/.test(gap);

/** Each cue belongs to the token that it tells most about. */
function ownersOf(
  candidates: readonly Candidate[],
  evidence: readonly Evidence[][],
): Map<Cue, Evidence & { candidate: Candidate }> {
  const owners = new Map<Cue, Evidence & { candidate: Candidate }>();
  candidates.forEach((candidate, index) => {
    const [best] = evidence[index] ?? [];
    if (!best) return;
    const owner = owners.get(best.cue);
    if (!owner || owner.score < best.score) owners.set(best.cue, { ...best, candidate });
  });
  return owners;
}

type Scores = Record<CueKind, number>;

function scoresOf(
  candidate: Candidate,
  evidence: readonly Evidence[],
  owners: ReturnType<typeof ownersOf>,
): Scores {
  const scores: Scores = { otp: 0, reference: 0, coupon: 0, other: 0 };
  for (const { cue, score } of evidence) {
    const owner = owners.get(cue)?.candidate;
    const isShared = !owner || owner.token === candidate.token || areListed(owner, candidate);
    scores[cue.kind] = Math.max(scores[cue.kind], isShared ? score : score * 0.4);
  }
  return scores;
}

/** Whether both tokens are entries of a list, such as recovery codes. */
function areListed(first: Candidate, second: Candidate): boolean {
  if (first.token.isAlone && second.token.isAlone) return first.above[0] === second.above[0];
  if (first.line !== second.line) return false;
  const [left, right] =
    first.token.start < second.token.start ? [first.token, second.token] : [second.token, first.token];
  return /^[\s,;/|]{1,3}(?:\p{L}{1,5} )?$/u.test(first.line.text.slice(left.end, right.start));
}

/** The score from which a token counts. */
const least = 0.5;

function codeOf({ token }: Candidate, scores: Scores, topics: Topics): Code | undefined {
  const otp = token.isReferenceOnly
    ? 0
    : (scores.otp + (topics.isAccess ? 0.08 : 0)) * otpLikelihood(token, scores.otp);
  const coupon = token.shape === 'digits' ? 0 : scores.coupon;
  const reference = token.shape === 'letters' ? scores.reference * 0.8 : scores.reference;
  const best = Math.max(otp, coupon, reference, scores.other);
  if (best < least || scores.other === best || token.value.includes(' ')) return undefined;
  const kind = otp === best ? 'otp' : coupon === best ? 'coupon' : 'reference';
  return { value: token.value, kind, confidence: Math.min(1, Math.round(best * 100) / 100) };
}

/** How likely the form of the token is that of a one-time code, given how clear the words are. */
function otpLikelihood({ value, shape, isGrouped }: Token, clarity: number): number {
  if (shape === 'digits') {
    if (/^(?:19|20)\d\d$/.test(value)) return clarity > 0.9 ? 0.9 : 0.3;
    return isGrouped ? 1 : ([0, 0, 0, 0, 0.95, 0.95, 1, 0.92, 0.96, 0.7, 0.6][value.length] ?? 0);
  }
  if (/^[A-Z]{1,3}-\d{4,8}$/.test(value)) return 0.95;
  if (value.replace(/-/g, '').length > 12) return 0.5;
  if (shape === 'letters') return clarity > 0.85 && value.length >= 5 ? 0.75 : 0.3;
  return /[a-z]/.test(value) ? 0.7 : 0.9;
}
