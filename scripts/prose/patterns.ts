export interface ProsePattern {
  pattern: RegExp;
  /** What to write instead. */
  advice: string;
}

const nameTheActor = 'name the actor: the worker, the caller, the recipient, SES';

/** Words and constructions that CONTRIBUTING ("Writing") rules out. */
export const prosePatterns: readonly ProsePattern[] = [
  { pattern: /\b(who|what|which)(so)?ever\b/i, advice: nameTheActor },
  { pattern: /\b(somebody|someone|nobody|everybody|everyone)\b/i, advice: nameTheActor },
  { pattern: /\banew\b/i, advice: 'write "again"' },
  { pattern: /\bstands? in\b/i, advice: 'write "is in", "replaces" or "represents"' },
  { pattern: /\b(stands?|stood) (under|beside|on|at)\b/i, advice: 'write "is stored under" or "is next to"' },
  {
    pattern: /\bso (many|much|long|often|few)\b(?! (as|that)\b)/i,
    advice: 'give the number or name the limit',
  },
  { pattern: /\bby (itself|themselves)\b/i, advice: 'write "automatically" or "alone", or name the actor' },
  { pattern: /\b(what|who) (became|becomes|comes|came) of\b/i, advice: 'write "the result" or "the status"' },
  { pattern: /\bwhat (\w+ ){1,3}(is|are|has|have),/i, advice: 'use a noun as the subject' },
  {
    pattern: /\b(that|which|who|what) is none\b|\bof none\b/i,
    advice: 'write "is not a …" or "none of the …"',
  },
  { pattern: /(^|[.:;] )should (it|they|he|she|this|that|the|a|an) \w+ ([\w ]+)?,/i, advice: 'write "if"' },
  { pattern: /\b(is|are|was|were|been|be) told\b/i, advice: 'write "receives" or "is notified"' },
  { pattern: /\bat (work|it) (on|with)?\b(?= (this|that|it|the same)\b)/i, advice: 'write "processes"' },
  { pattern: /\bof (one's|its|their) own accord\b|\bone's own\b/i, advice: nameTheActor },
  { pattern: /\bthe (mail|day|turn|rest) of (nobody|somebody|none|those)\b/i, advice: nameTheActor },
  {
    pattern: /\b(enrolment|cancelled|colour|behaviour|licence[ds]|honour)\b/i,
    advice: 'use American spelling',
  },
];

/** Correct uses of a pattern: the file, and the words around the match as they appear in the file. */
export const allowedProse: readonly { file: string; text: string }[] = [
  { file: 'shared/text/reply/words/sign-offs.ts', text: 'thanks so much' },
];
