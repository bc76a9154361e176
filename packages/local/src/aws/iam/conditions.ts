import type { PolicyDocument } from '../../template/deployment';
import { wildcardPattern } from './wildcard-pattern';

type Context = Record<string, string | string[]>;

/**
 * Operators whose result depends only on the patterns that a value matches or, for `Null`, on whether the value exists.
 */
const patternOperators =
  /^((ForAllValues:|ForAnyValue:)?String(Not)?(Equals|EqualsIgnoreCase|Like)(IfExists)?|Null)$/i;

/**
 * Maps the context of a call to a fingerprint of the properties that policy conditions can distinguish. Decisions are
 * cached by fingerprint, not by context, because most calls touch a different partition key, and a policy simulation
 * takes longer than the call.
 */
export class Conditions {
  /**
   * The patterns by lower-case context key. Undefined if the result depends on more than the patterns that a value
   * matches.
   */
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
  /** The text as a StringLike pattern. */
  like: RegExp;
}

/**
 * For each pattern, encodes whether the value equals the pattern, equals the pattern except for letter case, or matches
 * with StringLike.
 */
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
