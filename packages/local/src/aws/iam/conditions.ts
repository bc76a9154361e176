import type { PolicyDocument } from '../../template/deployment';
import { wildcardPattern } from './wildcard-pattern';

type Context = Record<string, string | string[]>;

/** Operators that see of a value only which of their patterns it matches. `Null` sees only whether there is one. */
const patternOperators =
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
      for (const [operator, comparisons] of entriesOf(Condition)) {
        for (const [key, values] of entriesOf(comparisons))
          this.addPatterns(operator, key.toLowerCase(), [values].flat());
      }
    }
  }

  fingerprint(context: Context = {}): string {
    if (this.hasVariables) return JSON.stringify(context);
    const relevantEntries = Object.entries(context).filter(([key]) => this.patterns.has(key.toLowerCase()));
    return JSON.stringify(
      relevantEntries.map(([key, values]) => [key, this.fingerprintValues(key.toLowerCase(), values)]),
    );
  }

  private addPatterns(operator: string, key: string, values: unknown[]): void {
    const knownPatterns = this.patterns.has(key) ? this.patterns.get(key) : [];
    const isComparable = knownPatterns !== undefined && patternOperators.test(operator);
    this.patterns.set(
      key,
      isComparable
        ? [
            ...knownPatterns,
            ...values.map((text) => ({ text: String(text), like: wildcardPattern(String(text)) })),
          ]
        : undefined,
    );
  }

  private fingerprintValues(key: string, values: string | string[]): string | string[] {
    const patterns = this.patterns.get(key);
    if (!patterns) return values;
    if (!Array.isArray(values)) return fingerprintValue(values, patterns);
    return [...new Set(values.map((value) => fingerprintValue(value, patterns)))].sort();
  }
}

interface Pattern {
  text: string;
  /** As StringLike reads the text. */
  like: RegExp;
}

/** Which of the patterns the value matches, and in which way. */
function fingerprintValue(value: string, patterns: Pattern[]): string {
  const matches = patterns.flatMap(({ text, like }) => [
    value === text,
    value.toLowerCase() === text.toLowerCase(),
    like.test(value),
  ]);
  return matches.map(Number).join('');
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}
