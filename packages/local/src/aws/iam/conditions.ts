import type { PolicyDocument } from '../../template/deployment';
import { likeOf } from './like';

type Context = Record<string, string | string[]>;

/** Operators that see of a value only which of their patterns it matches. `Null` sees only whether there is one. */
const comparesTexts =
  /^((ForAllValues:|ForAnyValue:)?String(Not)?(Equals|EqualsIgnoreCase|Like)(IfExists)?|Null)$/i;

/**
 * What the conditions of policies can tell apart in the context of a call. Most calls touch a key of their own, and
 * to simulate each would take longer than the call: contexts with the same marks have the same answer.
 */
export class Conditions {
  /** By context key in lower case. Undefined when more counts than which patterns a value matches. */
  private readonly patterns = new Map<string, Pattern[] | undefined>();
  private readonly hasVariables: boolean;

  constructor(documents: PolicyDocument[]) {
    this.hasVariables = JSON.stringify(documents).includes('${');
    for (const { Condition } of documents.flatMap(({ Statement }) => Statement)) {
      for (const [operator, tests] of entriesOf(Condition)) {
        for (const [key, texts] of entriesOf(tests)) this.note(operator, key.toLowerCase(), [texts].flat());
      }
    }
  }

  marks(context: Context = {}): string {
    if (this.hasVariables) return JSON.stringify(context);
    const seen = Object.entries(context).filter(([key]) => this.patterns.has(key.toLowerCase()));
    return JSON.stringify(seen.map(([key, values]) => [key, this.marksOf(key.toLowerCase(), values)]));
  }

  private note(operator: string, key: string, texts: unknown[]): void {
    const known = this.patterns.has(key) ? this.patterns.get(key) : [];
    const isComparable = known !== undefined && comparesTexts.test(operator);
    this.patterns.set(
      key,
      isComparable
        ? [...known, ...texts.map((text) => ({ text: String(text), like: likeOf(String(text)) }))]
        : undefined,
    );
  }

  private marksOf(key: string, values: string | string[]): string | string[] {
    const patterns = this.patterns.get(key);
    if (!patterns) return values;
    if (!Array.isArray(values)) return markOf(values, patterns);
    return [...new Set(values.map((value) => markOf(value, patterns)))].sort();
  }
}

interface Pattern {
  text: string;
  /** As StringLike reads the text. */
  like: RegExp;
}

/** Which of the patterns the value matches, and in which way. */
function markOf(value: string, patterns: Pattern[]): string {
  const ways = patterns.flatMap(({ text, like }) => [
    value === text,
    value.toLowerCase() === text.toLowerCase(),
    like.test(value),
  ]);
  return ways.map(Number).join('');
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}
